import type { AddressCheck } from '#contract/admin/admin.ts'
import { assertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { codeOf } from '#server/common/code-of.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Reply } from '#server/integrations/guard/guarded-fetch.ts'
import { readCertificate } from '#server/integrations/guard/guarded-socket.ts'

type Deps = {
  db: Db
  clock: Clock
  /** Without an answer of this installation, something else is there. */
  askSelf: (address: string, timeoutMs: number) => Promise<{ reply: Reply; answer: object | null }>
}

/** An administrator is waiting for the answer. */
const answerMs = 8000

const unknownHost = ['ENOTFOUND', 'EAI_AGAIN']

/** Whether this installation answers at an address, as seen from this machine. Requires a recent login, because it can probe hosts. */
export async function checkAddress(deps: Deps, caller: Caller, address: string): Promise<AddressCheck> {
  if (caller.kind === 'owner') await assertRecentLogin(deps, caller)
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  const endsAtMs = performance.now() + answerMs
  try {
    const certificate = isSecure ? await readCertificate(url, answerMs) : null
    if (certificate?.error) return found('untrusted', { detail: certificate.error })
    const { reply, answer } = await deps.askSelf(url.origin, Math.max(1, endsAtMs - performance.now()))
    if (answer) return found(isSecure ? 'secure' : 'plain', { validTo: certificate?.validTo.toISOString() ?? null })
    if (reply.status < 300 || reply.status >= 400) return found('other', { detail: String(reply.status) })
    return found('redirected', { detail: (reply.headers.get('location') ?? '').slice(0, 300) })
  } catch (error) {
    const code = isTimeout(error) ? 'ETIMEDOUT' : codeOf(error) || String(error)
    return found(unknownHost.includes(code) ? 'unknown' : 'unreachable', { detail: code })
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

const found = (state: AddressCheck['state'], more: Partial<AddressCheck>): AddressCheck => ({ state, validTo: null, detail: '', ...more })
