import type { z } from 'zod'
import { type DraftIssueName, draftIssues, issueMessage } from '#contract/cards/draft-issues.ts'
import { ownProperty } from '#common/own-property.ts'

/** The error message for the value of one field of a card; null where only a generic one applies. */
export function describeIssue(issue: ZodIssue | undefined, field: string): string | null {
  const words = issue && messageOf(issue, [field])
  return words === undefined || words === issueMessage('invalid') ? null : words
}

export type ZodIssue = z.core.$ZodIssue

/** Messages for fields whose schema has only a pattern. */
const byName: Readonly<Record<string, DraftIssueName>> = {
  emailAddress: 'emailInvalid',
  eCardGoogleAnalyticsUID: 'analyticsInvalid',
  eCardFacebookPixelId: 'pixelInvalid',
  vimeoVideoId: 'vimeoInvalid',
  desktopVimeoVideoId: 'vimeoInvalid',
  stars: 'starsInvalid',
  name: 'versionNameInvalid',
}
const knownMessages: ReadonlySet<string> = new Set(Object.values(draftIssues))

/** True if a value has the wrong type, which the editor never sends. */
export function isWrongType(issue: ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.every((branch) => branch.some(isWrongType))
  return ['invalid_type', 'unrecognized_keys', 'invalid_value', 'invalid_key', 'invalid_element'].includes(issue.code)
}

/** The message of an issue for the owner. */
export function messageOf(issue: ZodIssue, path: readonly PropertyKey[]): string {
  // In a union, the branch of the right type.
  const closest = issue.code === 'invalid_union' ? issue.errors.find((branch) => !branch.some(isWrongType))?.[0] : issue
  if (!closest) return issueMessage('invalid')
  if (knownMessages.has(closest.message)) return closest.message
  const name = ownProperty(byName, String(path.findLast((part) => typeof part === 'string')))
  if (closest.code === 'too_big' && closest.origin === 'array') return issueMessage('tooMany', { most: String(closest.maximum) })
  if (closest.code === 'too_big' && closest.origin === 'string') return issueMessage('tooLong', { most: String(closest.maximum) })
  return issueMessage(name ?? 'invalid')
}
