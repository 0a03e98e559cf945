import type { z } from 'zod'
import { type DraftFaultName, draftFaults, sayFault } from '#contract/cards/draft-faults.ts'
import { ownOf } from '#contract/own-of.ts'

/** The error message for the value of one field of a card; null where only a generic one applies. */
export function describeFault(issue: Issue | undefined, field: string): string | null {
  const words = issue && wordsOf(issue, [field])
  return words === undefined || words === sayFault('wrong') ? null : words
}

export type Issue = z.core.$ZodIssue

/** Where the schema knows only a pattern, by the name of what it is in. */
const byName: Readonly<Record<string, DraftFaultName>> = {
  emailAddress: 'emailWrong',
  eCardGoogleAnalyticsUID: 'analyticsWrong',
  eCardFacebookPixelId: 'pixelWrong',
  vimeoVideoId: 'vimeoWrong',
  desktopVimeoVideoId: 'vimeoWrong',
  stars: 'starsWrong',
  name: 'versionName',
}
const said: ReadonlySet<string> = new Set(Object.values(draftFaults))

/** Whether a value is of another kind altogether: no page of ours sends it, and nothing typed becomes it. */
export function isOfAnotherKind(issue: Issue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.every((branch) => branch.some(isOfAnotherKind))
  return ['invalid_type', 'unrecognized_keys', 'invalid_value', 'invalid_key', 'invalid_element'].includes(issue.code)
}

/** What is wrong at that place, for the person who typed it. */
export function wordsOf(issue: Issue, path: readonly PropertyKey[]): string {
  // Of several kinds that it may be, the one that was begun.
  const begun = issue.code === 'invalid_union' ? issue.errors.find((branch) => !branch.some(isOfAnotherKind))?.[0] : issue
  if (!begun) return sayFault('wrong')
  if (said.has(begun.message)) return begun.message
  const name = ownOf(byName, String(path.findLast((part) => typeof part === 'string')))
  if (begun.code === 'too_big' && begun.origin === 'array') return sayFault('tooMany', { most: String(begun.maximum) })
  if (begun.code === 'too_big' && begun.origin === 'string') return sayFault('tooLong', { most: String(begun.maximum) })
  return sayFault(name ?? 'wrong')
}
