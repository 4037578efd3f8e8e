const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] as string)
}

/** As {@link escapeHtml}; what is between backticks becomes code, an empty line a new paragraph. */
export function proseHtml(text: string): string {
  return escapeHtml(text)
    .split('\n\n')
    .map(paragraph => `<p>${paragraph.replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('')
}
