import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { type Actor, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { allowHost, switchHostOff } from '#server/connections/hosts/set-host-off.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

type Deps = { db: Db; changes: Changes; clock: Clock; jobs: Jobs }
type Switch = { host: string; isOff: boolean; reason: string; sendMissed: boolean }

export const switchHost = async (deps: Deps, caller: Caller, input: Switch) => switchHostAs(deps, await readActor(deps.db, caller), input)

/** Returns the host as it was parsed, and how many connections that switches off or on. */
export async function switchHostAs(
  { changes, clock, jobs }: Deps,
  actor: Actor,
  { host: typed, isOff, reason, sendMissed }: Switch,
): Promise<{ host: string; connections: number }> {
  const host = parseHost(typed)
  if (!host) throw problem('input-invalid', { issues: [fieldIssue('host', 'hostInvalid', { example: 'hooks.example.com' })] })
  const now = clock.now()
  await jobs.ready()
  return changes.write(async (tx) => {
    const connections = isOff
      ? await switchHostOff(tx, { jobs, now }, { host, reason })
      : await allowHost(tx, { jobs }, { host, sendMissed })
    if (connections === null) throw problem('not-found')
    const act = isOff ? 'connection-host.disable' : 'connection-host.enable'
    await writeAuditEntry(tx, actor, { act, detail: { host, ...(reason ? { reason } : {}) } }, now)
    return { host, connections }
  })
}

/** The host in an administrator's input, `hooks.example.com`, `n8n.lan:5678` or an address; null if there is none. */
export function parseHost(typed: string): string | null {
  const text = typed.trim()
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).host : null
}
