import type { MessageKey } from '#common/messages/message.ts'
import { tagLettersMax, tagsMax } from '#contract/constants.ts'

/** The card stores labels as one comma-separated text. */
export const readLabels = (text: string): string[] =>
  [...new Set(text.split(',').map((label) => label.trim()))].filter((label) => label !== '')
export const writeLabels = (labels: readonly string[]): string => labels.join(',')

/** The issue with a new label; null if there is none. */
export function errorOf(typed: string, labels: readonly string[]): MessageKey | null {
  const label = typed.trim()
  if (label === '') return 'account.labelEmpty'
  if (label.includes(',')) return 'account.labelComma'
  if (label.length > tagLettersMax) return 'account.labelLong'
  const isSame = (known: string) => known.localeCompare(label, undefined, { sensitivity: 'accent' }) === 0
  if (labels.some(isSame)) return 'account.labelTwice'
  return labels.length >= tagsMax ? 'account.labelMany' : null
}

export const withLabel = (labels: readonly string[], typed: string): string[] => [...labels, typed.trim()]
export const withoutLabel = (labels: readonly string[], label: string): string[] => labels.filter((known) => known !== label)
