import type { Api } from '#contract/api.ts'
import { createClient } from '../../../platform/api/client.ts'

/** A network that keeps silent this long is as good as none. */
const silentForMs = 20_000

export function connectCall(slug: string): Api['call'] {
  const impatient: typeof fetch = (address, how) => fetch(address, { ...how, signal: AbortSignal.timeout(silentForMs) })
  return createClient({ slug, fetch: impatient }).call
}
