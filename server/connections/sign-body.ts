import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** 32 random bytes, in the form of the Standard Webhooks specification. */
export const newSecret = () => `${prefix}${randomBytes(32).toString('base64')}`

/** The headers of the Standard Webhooks specification. While a secret is replaced, both sign. */
export function signBody({ id, body, at, secrets }: { id: string; body: string; at: Date; secrets: readonly string[] }) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
