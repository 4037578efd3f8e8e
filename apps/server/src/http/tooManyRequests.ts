/** 429 for {@link answerFailures}; `after`: whole seconds to wait. */
export function tooManyRequests(reason: string, after: number): Error {
  return Object.assign(new Error(reason), { status: 429, expose: true, after })
}
