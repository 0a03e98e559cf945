import { pathTo } from '#common/path-to.ts'
import { isProblem, type ThrownProblem } from '#contract/api.ts'
import { backupMarks, restorePartBytes } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { createClient } from '../../../platform/api/client.ts'

const againMs = 2000
const triesMax = 60

/** Without cookies: a session would be looked up, which waits while a restore has the tables locked. */
const withoutCookies: typeof fetch = (address, init) => fetch(address, { ...init, credentials: 'omit' })
const client = createClient({ slug: '', fetch: withoutCookies })

export const restoreCalls = {
  begin: (setupCode: string, bytes: number) => client.call('restore.begin', { input: { setupCode, bytes } }),
  check: (setupCode: string, id: string, passphrase: string) => client.call('restore.check', { input: { setupCode, id, passphrase } }),
  run: (setupCode: string, id: string) => client.call('restore.run', { input: { setupCode, id } }),
  read: (setupCode: string, id?: string) => client.call('restore.read', { input: { setupCode, ...(id && { id }) } }),
  cancel: (setupCode: string, id: string) => client.call('restore.cancel', { input: { setupCode, id } }),
}

/** Whether it begins like a backup, and is encrypted. */
export async function inspectFile(file: Blob): Promise<{ isBackup: boolean; isSealed: boolean }> {
  const begin = String.fromCharCode(...new Uint8Array(await file.slice(0, backupMarks.sealed.length).arrayBuffer()))
  const isSealed = begin === backupMarks.sealed
  return { isBackup: isSealed || begin.startsWith(backupMarks.clear), isSealed }
}

type Options = { setupCode: string; file: Blob; signal: AbortSignal; onState(state: RestoreState): void }

/** Part by part, each from where the server says; a lost connection or a limit is tried again for two minutes. */
export async function uploadParts(begun: RestoreState, { setupCode, file, signal, onState }: Options): Promise<RestoreState> {
  let state = begun
  for (let tries = 0; state.state === 'receiving';) {
    try {
      state = await sendPart({ setupCode, id: begun.id, file, signal, at: state.received })
      signal.throwIfAborted()
      tries = 0
      onState(state)
    } catch (thrown) {
      signal.throwIfAborted()
      if (isProblem(thrown) && !canRetry(thrown)) throw thrown
      if (++tries > triesMax) throw thrown
      await waitFor(againMs, signal)
    }
  }
  return state
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

export const canRetry = ({ problem: { status } }: ThrownProblem) => status === 429 || status >= 500

async function sendPart({ setupCode, id, file, signal, at }: Omit<Options, 'onState'> & { id: string; at: number }): Promise<RestoreState> {
  const answer = await withoutCookies(`${pathTo('restore.addPart')}?${new URLSearchParams({ id, at: String(at) })}`, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'x-setup-code': setupCode, 'content-type': 'application/octet-stream' },
    body: file.slice(at, at + restorePartBytes),
    signal,
  })
  if (answer.ok) return (await answer.json()) as RestoreState
  throw { problem: { type: '/problems/unexpected', title: '', status: answer.status } } satisfies ThrownProblem
}
