import { PushToken as PushTokenSchema } from '#contract/push.ts'
import type { PushToken } from '#server/integrations/web-push.ts'
import { problem } from '#server/http/problems/problem.ts'

/** The subscription as the browser gave it, or the same as text. */
export function parseToken(given: PushToken | string): PushToken {
  if (typeof given !== 'string') return given
  const parsed = PushTokenSchema.safeParse(readJson(given))
  if (!parsed.success) throw problem('input-invalid', { faults: [{ path: 'token', message: 'No Token provided.' }] })
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
