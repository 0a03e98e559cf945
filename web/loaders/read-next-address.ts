import { isProblem, type Api } from '#contract/api.ts'

/** The public address that a restart will change to, for an administrator. Null if none waits; others can't restart the server. */
export async function readNextAddress({ call }: Api): Promise<string | null> {
  try {
    const { settings } = await call('admin.settings')
    const address = settings.find(({ name }) => name === 'PUBLIC_URL')
    return address && address.running !== null ? address.value : null
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status < 500) return null
    throw thrown
  }
}
