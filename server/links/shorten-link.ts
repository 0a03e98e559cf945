import { randomInt } from 'node:crypto'
import { webLink } from '#common/text/web-link.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { lockCard } from '#server/database/card-directories.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findLinkOwner } from '#server/cards/public/find-link-owner.ts'
import type { Settings } from '#server/settings.ts'
import { findCode, insertLink } from './short-link-store.ts'
import { toStored } from './stored-link.ts'

type Deps = PlanReader & { settings: Pick<Settings, 'publicUrl'> }

/** Without characters that are easily confused. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 8
const attemptsMax = 5

/**
 * Shortens one of the card's own addresses: its pages, or a link its owner added. Anything else is rejected, because a short link
 * would make it look trustworthy.
 */
export async function shortenLink(deps: Deps, longUrl: string, alias: string | undefined): Promise<string> {
  const { db, settings } = deps
  const link = webLink(longUrl)
  const subjectId = link && (await findLinkOwner(deps, link, alias))
  if (!link || !subjectId) throw problem('input-invalid', { issues: [fieldIssue('longUrl', 'linkNotOfCard')] })
  const stored = toStored(link, settings.publicUrl)
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // Older rows store the whole address.
    const known = (await findCode(db, subjectId, stored)) ?? (await findCode(db, subjectId, link))
    if (known) return address(settings, known)
    const code = newCode()
    const isAdded = await db.transaction(async (tx) => {
      if (!(await lockCard(tx, subjectId))) throw problem('card-not-found')
      return insertLink(tx, { code, subjectId, longUrl: stored, isOwnPage: stored !== link, createdAt: deps.clock.now() })
    })
    if (isAdded) return address(settings, code)
  }
  throw problem('unavailable', { retryAfterSeconds: 1 })
}

const address = ({ publicUrl }: Pick<Settings, 'publicUrl'>, code: string) => `${publicUrl}/s/${code}`
const newCode = () => Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
