import { vi } from 'vitest'
import { patienceMs } from './patience.ts'

export { patienceMs } from './patience.ts'

/** Retries until the assertion passes. */
export const eventually = <T>(assert: () => T | Promise<T>): Promise<T> => vi.waitFor(assert, { timeout: patienceMs })
