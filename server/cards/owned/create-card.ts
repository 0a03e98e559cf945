import { randomBytes } from 'node:crypto'
import { Alias } from '#contract/cards/cards.ts'
import { joined } from '#common/text/full-name.ts'
import { reservedSegments } from '#contract/pages.ts'
import { fieldIssue, importIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import { insertSubject } from '../card-store.ts'
import { isRecentlyReleased } from '../aliases/released-alias-store.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { parseFields } from '../editor/parse-fields.ts'

/** New cards have the inbox. */
const newCardExperiments = [{ name: 'NotificationsSubscribe', enabled: true }]

/** Creates a card at a free alias, inside the caller's transaction. */
export async function createCard(
  tx: Db,
  { alias, isDemo = false, id: wanted, ...fields }: { alias: string; isDemo?: boolean; id?: string } & CardFields,
  now: Date,
): Promise<{ id: string; alias: string }> {
  const name = checkAlias(alias)
  // Visitors of the previous owner may still use it, so it stays reserved for a while.
  if (await isRecentlyReleased(tx, name, now)) throw problem('conflict', { issue: importIssue('aliasReleased', { alias: name }) })
  const id = wanted ?? newId(now.getTime())
  const checked = parseFields(fields)
  const fullName = checked.fullName ?? joined(checked.firstName ?? '', checked.lastName ?? '')
  await insertSubject(tx, {
    experiments: newCardExperiments,
    ...checked,
    fullName,
    id,
    key: randomBytes(12).toString('base64url'),
    alias: name,
    isDemo,
    createdAt: now,
    updatedAt: now,
  })
  return { id, alias: name }
}

export function checkAlias(alias: string): string {
  const name = alias.toLowerCase()
  if (!Alias.safeParse(name).success) throw problem('input-invalid', { issues: [fieldIssue('alias', 'aliasInvalid')] })
  if (reservedSegments.has(name)) throw problem('conflict', { issue: importIssue('aliasSystem', { alias: name }) })
  return name
}
