import { pathTo } from '#common/path-to.ts'
import { readRetryAfter } from '#common/read-retry-after.ts'
import { isProblem, type ThrownProblem } from '#contract/api.ts'
import { backupMarks, restorePartBytes } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { createClient } from '../../../platform/api/client.ts'

const againSeconds = 2
const triesMax = 60

const client = createClient({ slug: '' })

export const restoreCalls = {
  begin: (setupCode: string, bytes: number) => client.call('restore.begin', { input: { setupCode, bytes } }),
  check: (setupCode: string, id: string, passphrase: string) => client.call('restore.check', { input: { setupCode, id, passphrase } }),
  run: (setupCode: string, id: string) => client.call('restore.run', { input: { setupCode, id } }),
  read: (setupCode: string, id?: string) => client.call('restore.read', { input: { setupCode, ...(id && { id }) } }),
  cancel: (setupCode: string, id: string) => client.call('restore.cancel', { input: { setupCode, id } }),
}

/** Whether the file begins like a backup, and whether it is encrypted. */
export async function inspectFile(file: Blob): Promise<{ isBackup: boolean; isSealed: boolean }> {
  const begin = String.fromCharCode(...new Uint8Array(await file.slice(0, backupMarks.sealed.length).arrayBuffer()))
  const isSealed = begin === backupMarks.sealed
  return { isBackup: isSealed || begin.startsWith(backupMarks.clear), isSealed }
}

type Part = { setupCode: string; file: Blob; signal: AbortSignal }
/** `onWait`: in how many seconds the server accepts a part again; 0 once it does. */
type Options = Part & { onState(state: RestoreState): void; onWait(seconds: number): void }
type RefusedPart = ThrownProblem & { retryAfterSeconds: number }

/** Uploads part by part, each from where the server says. Retries a lost connection for two minutes, a limit or a busy server as often. */
export async function uploadParts(begun: RestoreState, { onState, onWait, ...part }: Options): Promise<RestoreState> {
  const { signal } = part
  let state = begun
  for (let tries = 0; state.state === 'receiving';) {
    try {
      state = await sendPart({ ...part, id: begun.id, at: state.received })
      signal.throwIfAborted()
      tries = 0
      onState(state)
    } catch (thrown) {
      signal.throwIfAborted()
      const refused = isRefused(thrown) ? thrown : null
      const isLimited = refused?.problem.status === 429
      if ((refused && !isLimited && refused.problem.status < 500) || ++tries > triesMax) throw thrown
      const seconds = refused?.retryAfterSeconds ?? 0
      for (let left = seconds || againSeconds; left > 0; left--) {
        if (isLimited || seconds > 0) onWait(left)
        await new Promise((resolve) => setTimeout(resolve, 1000))
        signal.throwIfAborted()
      }
      onWait(0)
    }
  }
  return state
}

const isRefused = (thrown: unknown): thrown is RefusedPart => isProblem(thrown)

async function sendPart({ setupCode, id, file, signal, at }: Part & { id: string; at: number }): Promise<RestoreState> {
  const answer = await fetch(`${pathTo('restore.addPart')}?${new URLSearchParams({ id, at: String(at) })}`, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'x-setup-code': setupCode, 'content-type': 'application/octet-stream' },
    body: file.slice(at, at + restorePartBytes),
    signal,
  })
  if (answer.ok) return (await answer.json()) as RestoreState
  throw {
    problem: { type: '/problems/unexpected', title: '', status: answer.status },
    retryAfterSeconds: readRetryAfter(answer.headers.get('retry-after'), Date.parse(answer.headers.get('date') ?? '')) ?? 0,
  } satisfies RefusedPart
}
