import type { Db } from '#server/database/database.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import { isSwitchedOff, lockHost } from './host-store.ts'

/** Refuses an address whose host is switched off, and keeps the host from being switched off until the transaction ends. */
export async function refuseSwitchedOffHost(tx: Db, url: string, field: 'url' | 'apiKey' | 'isOn'): Promise<void> {
  await lockHost(tx, new URL(url).host, { isExclusive: false })
  if (await isHostSwitchedOff(tx, url)) throw problem('input-invalid', { issues: [fieldIssue(field, 'off')] })
}

export const isHostSwitchedOff = (db: Db, url: string): Promise<boolean> => isSwitchedOff(db, new URL(url).host)
