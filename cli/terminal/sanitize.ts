// Control characters and invisible direction marks: a card's name must not control the terminal that lists it.
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export function sanitize(text: string): string {
  return text.replace(controls, '·')
}
