import { isRefused, type Api } from '#contract/api.ts'
import type { Entry } from '../form/entry.ts'
import type { Token } from '../proof/prove.ts'

/** An entry as it goes out: with its key, and with what was read above the button. */
export type Sending = Entry & { alias: string; submissionId: string; consentVersion: string; language: string; consentAt?: string }

export type Outcome =
  | { kind: 'sent' }
  /** No answer came back: nobody knows whether it arrived, and sending it again does no harm. */
  | { kind: 'unreachable' }
  /** `isFinal`: the same will be refused again. `isProofless`: the captcha was not solved. */
  | { kind: 'refused'; message: string; isFinal: boolean; isProofless: boolean }

const finalStatuses: ReadonlySet<number> = new Set([400, 404, 409, 410, 413, 422])

/** One attempt. A proof that was good a moment ago and is refused is made once more. */
export async function sendEntry(call: Api['call'], sending: Sending, spend: () => Promise<Token>): Promise<Outcome> {
  const first = await attempt(call, sending, spend)
  return first.kind === 'refused' && first.isProofless ? attempt(call, sending, spend) : first
}

async function attempt(call: Api['call'], sending: Sending, spend: () => Promise<Token>): Promise<Outcome> {
  try {
    const answer = await call('contacts.submit', { input: { ...sending, ...(await spend()), subjectIdKey: '', tags: '' } })
    if (answer.success === 1) return { kind: 'sent' }
    return { kind: 'refused', message: answer.message, isFinal: false, isProofless: false }
  } catch (thrown) {
    if (!isRefused(thrown)) return { kind: 'unreachable' }
    return readRefusal(thrown.problem)
  }
}

/** A refusal is a problem, or the success flag with its message. */
function readRefusal(problem: object): Outcome {
  const { type, status, title, detail, message } = problem as Record<string, unknown>
  if (status === 503) return { kind: 'unreachable' }
  const said = [message, detail, title].find((text) => typeof text === 'string' && text !== '')
  const isProofless = type === '/problems/captcha-missing' || /captcha/i.test(String(said))
  const isFinal = typeof status === 'number' && finalStatuses.has(status) && !isProofless
  return { kind: 'refused', message: String(said ?? ''), isFinal, isProofless }
}
