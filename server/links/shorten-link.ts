import { randomInt } from 'node:crypto'
import { webLink } from '#contract/text/web-link.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findLinkOwner } from '#server/cards/public/find-link-owner.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { findCode, insertLink } from './link-store.ts'
import { toStored } from './stored-link.ts'

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'publicUrl'> }

/** Without letters that are taken for one another when somebody reads a code aloud. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 8
const attemptsMax = 5

/**
 * A short address for one of the card's own: its pages, or a link its owner gave it. Anything else is refused, because a
 * short address of ours would lend it our name.
 */
export async function shortenLink(needs: Needs, longUrl: string, alias: string | undefined): Promise<string> {
  const { db, settings } = needs
  const link = webLink(longUrl)
  const subjectId = link && (await findLinkOwner(needs, link, alias))
  if (!link || !subjectId) {
    throw problem('input-invalid', { faults: [{ path: 'longUrl', message: 'Only links that belong to a card are shortened.' }] })
  }
  const stored = toStored(link, settings.publicUrl)
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // Older rows store the whole address.
    const known = (await findCode(db, subjectId, stored)) ?? (await findCode(db, subjectId, link))
    if (known) return address(settings, known)
    const code = newCode()
    if (await insertLink(db, { code, subjectId, longUrl: stored, isOwnPage: stored !== link, createdAt: needs.clock.now() }))
      return address(settings, code)
  }
  throw problem('unavailable', { retryAfterSeconds: 1 })
}

const address = ({ publicUrl }: Pick<Settings, 'publicUrl'>, code: string) => `${publicUrl}/s/${code}`
const newCode = () => Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
