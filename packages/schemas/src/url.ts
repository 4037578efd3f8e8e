// a web standard that every browser and runtime has; the DOM's types would bring in the rest of it
declare const URL: { canParse(text: string): boolean }

/** True for an absolute URL of any scheme. */
export function isUrl(text: string): boolean {
  return URL.canParse(text)
}
