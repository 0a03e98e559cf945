import { inject } from 'vitest'

/** The running product of this worker: files that run in parallel use different ones. */
export function theSite() {
  const sites = inject('sites')
  const own = sites[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % sites.length]
  if (!own) throw new Error('No product was started for these tests.')
  return own
}
