import { isProblem } from '#contract/api.ts'

/** The result of a call; null on a 404. */
export async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 404) return null
    throw thrown
  }
}
