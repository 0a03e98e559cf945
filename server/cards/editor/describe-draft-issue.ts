import type { z } from 'zod'
import { draftIssueCodes, type DraftIssueCode } from '#contract/cards/draft-issues.ts'
import { ownProperty } from '#common/own-property.ts'
import { fieldIssue } from '#server/common/field-issue.ts'

type ZodIssue = z.core.$ZodIssue

/** Codes for fields whose schema has only a pattern. */
const byName: Readonly<Record<string, DraftIssueCode>> = {
  emailAddress: 'emailInvalid',
  eCardGoogleAnalyticsUID: 'analyticsInvalid',
  eCardFacebookPixelId: 'pixelInvalid',
  vimeoVideoId: 'vimeoInvalid',
  desktopVimeoVideoId: 'vimeoInvalid',
  stars: 'starsInvalid',
  name: 'versionNameInvalid',
}

/** True if a value has the wrong type, which the editor never sends. */
export function isWrongType(issue: ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.every((branch) => branch.some(isWrongType))
  return ['invalid_type', 'unrecognized_keys', 'invalid_value', 'invalid_key', 'invalid_element'].includes(issue.code)
}

/** The issue of a card’s schema for its owner. */
export function describeDraftIssue(issue: ZodIssue, path: readonly PropertyKey[]) {
  const at = path.join('.')
  // In a union, the branch of the right type.
  const closest = issue.code === 'invalid_union' ? issue.errors.find((branch) => !branch.some(isWrongType))?.[0] : issue
  if (!closest) return fieldIssue(at, 'invalid')
  const own = draftIssueCodes.find((code) => code === closest.message)
  if (own) return fieldIssue(at, own)
  if (closest.code === 'too_big' && closest.origin === 'array') return fieldIssue(at, 'tooMany', { most: Number(closest.maximum) })
  if (closest.code === 'too_big' && closest.origin === 'string') return fieldIssue(at, 'tooLong', { most: Number(closest.maximum) })
  return fieldIssue(at, ownProperty(byName, String(path.findLast((part) => typeof part === 'string'))) ?? 'invalid')
}
