import { isRefused } from '#contract/api.ts'

/** What a call answers, or nothing where what it asks for is not there. */
export async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (thrown) {
    if (isRefused(thrown) && thrown.problem.status === 404) return null
    throw thrown
  }
}
