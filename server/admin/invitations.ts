import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { listInvitations, makeInvitation, revokeInvitation, type NewInvitation } from '#server/accounts/sign-up/make-invitation.ts'
import { withAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { cutPage, pageSize } from './cut-page.ts'

type Deps = { db: Db; changes: Changes; clock: Clock; settings: Pick<Settings, 'publicUrl'> }

export async function readInvitations({ db, clock }: Deps, before: string | undefined) {
  const now = clock.now()
  const { visible, next } = cutPage(await listInvitations(db, { before, limit: pageSize + 1 }), ({ id }) => id)
  const invitations = visible.map(({ id, note, uses, maxUses, createdAt, expiresAt }) => ({
    id,
    note,
    uses,
    maxUses,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isUsable: uses < maxUses && expiresAt > now,
  }))
  return { invitations, next }
}

export async function invite(deps: Deps, caller: Caller, { note, maxUses, days }: NewInvitation): Promise<{ id: string; link: string }> {
  const actor = await readActor(deps.db, caller)
  const changes = withAuditEntry(deps, actor, { act: 'invitation.create', detail: { uses: maxUses, days } })
  const { id, token } = await changes.write((tx) => makeInvitation(tx, { note, maxUses, days }, deps.clock.now()))
  return { id, link: `${deps.settings.publicUrl}/account/sign-up?invitation=${token}` }
}

export async function revokeAnyInvitation(deps: Deps, caller: Caller, id: string): Promise<void> {
  const actor = await readActor(deps.db, caller)
  await withAuditEntry(deps, actor, { act: 'invitation.revoke' }).write((tx) => revokeInvitation(tx, id))
}
