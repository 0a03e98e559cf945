/** The number of a Vimeo film, from its address or as it is. What is neither stays as it was typed, to be mended. */
export function vimeoId(typed: string): string {
  const text = typed.trim()
  if (/^\d+$/.test(text)) return text
  const [, id] = /^(?:https?:\/\/)?(?:www\.|player\.)?vimeo\.com\/(?:[\w-]+\/)*?(\d{4,14})(?:[/?#].*)?$/i.exec(text) ?? []
  return id ?? text
}
