import { isProblem, type Api } from '#contract/api.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { ownProperty } from '#common/own-property.ts'
import { createClient } from '../../../platform/api/client.ts'
import { writeCardState } from '../../../platform/device/device-state.ts'
import type { VisitSource } from '#contract/visit-sources.ts'
import type { Entry } from '../form/entry.ts'
import type { Token } from '../proof/prove.ts'

/** An entry as it is sent, with its idempotency key and the consent that was displayed. */
export type Sending = Entry & {
  alias: string
  submissionId: string
  consentVersion: string
  language: string
  consentAt?: string
  via?: VisitSource | undefined
}

export type Outcome =
  | { kind: 'sent' }
  /** No answer: it may have arrived. Sending it again is safe. */
  | { kind: 'unreachable' }
  /** `isFinal`: a retry cannot succeed. `isCaptchaMissing`: the captcha was not solved. `messageKey`: instead of the server's message. */
  | { kind: 'refused'; message: string; isFinal: boolean; isCaptchaMissing: boolean; messageKey?: MessageKey | undefined }

const messageKeys: Readonly<Record<string, MessageKey>> = {
  captchaMissing: 'inputIssue.captchaMissing',
  contactsClosed: 'inputIssue.contactsClosed',
}

const finalStatuses: ReadonlySet<number> = new Set([400, 404, 409, 410, 413, 422])

/** One attempt. If the server rejects the captcha proof, it is computed and sent once more. */
export async function sendEntry(call: Api['call'], sending: Sending, consume: () => Promise<Token>): Promise<Outcome> {
  const first = await attempt(call, sending, consume)
  return first.kind === 'refused' && first.isCaptchaMissing ? attempt(call, sending, consume) : first
}

async function attempt(call: Api['call'], sending: Sending, consume: () => Promise<Token>): Promise<Outcome> {
  try {
    const answer = await call('contacts.submit', { input: { ...sending, ...(await consume()), subjectIdKey: '', tags: '' } })
    if (answer.success === 1) return { kind: 'sent' }
    return { kind: 'refused', message: answer.message, isFinal: false, isCaptchaMissing: false }
  } catch (thrown) {
    if (!isProblem(thrown)) return { kind: 'unreachable' }
    return readError(thrown.problem)
  }
}

/** The server answers with a problem, or with the success flag and a message. */
function readError(problem: object): Outcome {
  const { status, code, title, detail, message } = problem as Record<string, unknown>
  if (status === 503) return { kind: 'unreachable' }
  const reason = [message, detail, title].find((text) => typeof text === 'string' && text !== '')
  const isCaptchaMissing = code === 'captchaMissing'
  const isFinal = typeof status === 'number' && finalStatuses.has(status) && !isCaptchaMissing
  return {
    kind: 'refused',
    message: String(reason ?? ''),
    isFinal,
    isCaptchaMissing,
    messageKey: status === 429 ? 'problem.tooMany' : ownProperty(messageKeys, String(code)),
  }
}

/** A silent network counts as none after this long. */
const timeoutMs = 20_000

/** The API client for the form, whose requests time out. */
export function createTimedCall(slug: string): Api['call'] {
  const fetchWithTimeout: typeof fetch = (address, options) => fetch(address, { ...options, signal: AbortSignal.timeout(timeoutMs) })
  return createClient({ slug, fetch: fetchWithTimeout }).call
}

export function rememberConnected(alias: string) {
  writeCardState(alias, { connected: true, connectedOn: new Date().toISOString() })
}
