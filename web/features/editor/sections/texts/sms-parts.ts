/** Letters a short message carries in its seven-bit alphabet; one other letter, and every letter takes more room. */
const plain = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÉÑÖØÜßàäåæèéìñòöøùüΔΦΓΛΩΠΨΣΘΞ^{}\\[\]~|€]*$/
const sizes = { plain: { alone: 160, joined: 153 }, wide: { alone: 70, joined: 67 } } as const

/** Into how many short messages a text is cut, and how many letters the last of them still takes. */
export function smsParts(text: string): { count: number; left: number } {
  const { alone, joined } = plain.test(text) ? sizes.plain : sizes.wide
  if (text.length <= alone) return { count: 1, left: alone - text.length }
  const count = Math.ceil(text.length / joined)
  return { count, left: count * joined - text.length }
}
