import { alone, anywhere, harmless } from './profane-words.ts'

const digits: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' }

/** Whether an alias is one that we would not put on a card: digits are read as the letters they stand for. */
export function isProfane(alias: string): boolean {
  const read = alias.replace(/\d/g, (digit) => digits[digit] ?? digit)
  return [alias, read].some((text) => isBad(text) || isBad(text.replace(/(.)\1{2,}/g, '$1')))
}

function isBad(text: string): boolean {
  const clean = harmless.reduce((left: string, name) => left.replaceAll(name, ' '), text)
  const together = clean.replaceAll('-', '')
  if (anywhere.some((word) => clean.includes(word) || together.includes(word))) return true
  const words = new Set(clean.split(/[^a-z]+/))
  return alone.some((word) => words.has(word))
}
