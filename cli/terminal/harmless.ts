// Control characters, and the invisible ones that turn a line around: a card's name must not drive the terminal that lists it.
const harmful = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export function harmless(text: string): string {
  return text.replace(harmful, '·')
}
