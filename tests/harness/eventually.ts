import { vi } from 'vitest'

/** Tries until it holds: how long that takes is the machine's affair, unless a test measures it. */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> => vi.waitFor(holds, { timeout: 15_000 })
