import { consentVersion, consentWords } from '#contract/accounts/consent.ts'
import type { ClientData } from '#contract/contacts.ts'
import { sideHref } from '#contract/pages.ts'
import type { Capture } from '#server/cards/public/read-capture.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'

const consentAgeMaxMs = 30 * 86_400_000

export function assertKnownConsent({ consentVersion: version, language }: ClientData) {
  if (version === '' || consentWords(version, language, '') !== null) return
  throw problem('input-invalid', { issues: [fieldIssue('consentVersion', 'consentVersionUnknown')] })
}

/** The consent text a visitor agreed to; null for API clients, which display their own. */
export function consentOf(input: ClientData, card: Capture, now: Date) {
  const version = input.consentVersion || consentVersion
  const wording = input.consentVersion ? consentWords(version, input.language, card.owner) : null
  if (!wording) return null
  return {
    wording,
    wordingVersion: version,
    language: input.language,
    page: sideHref(card.alias, 'letsConnect'),
    agreedAt: readConsentTime(input, now),
  }
}

/** When the visitor submitted, by the device's clock: a submission may wait offline for a while. */
function readConsentTime({ consentAt }: ClientData, now: Date): Date {
  const claimed = consentAt ? new Date(consentAt) : now
  const ageMs = now.getTime() - claimed.getTime()
  return ageMs >= 0 && ageMs < consentAgeMaxMs ? claimed : now
}
