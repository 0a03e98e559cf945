import { vi } from 'vitest'

/** Retries until the assertion passes. The generous timeout is for slow machines. */
export const eventually = <T>(assert: () => T | Promise<T>): Promise<T> => vi.waitFor(assert, { timeout: 15_000 })
