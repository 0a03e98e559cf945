import { inject } from 'vitest'

/** The product of whoever asks: files that run side by side do not meet, for each worker has one of its own. */
export function theSite() {
  const sites = inject('sites')
  const own = sites[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % sites.length]
  if (!own) throw new Error('No product was started for these tests.')
  return own
}
