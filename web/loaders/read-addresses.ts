import { isProblem, type Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'

type Addresses = Pick<Site, 'phone'> & {
  /** The public address that a restart will change to. */
  nextAddress: string | null
}
export const noAddresses: Addresses = { phone: null, nextAddress: null }

/** Other addresses of cards, for an administrator. Others can't restart the server, and get none. */
export async function readAddresses({ call }: Pick<Api, 'call'>, { phone }: Pick<Site, 'phone'>): Promise<Addresses> {
  try {
    const { settings } = await call('admin.settings')
    const address = settings.find(({ name }) => name === 'PUBLIC_URL')
    return { phone, nextAddress: address && address.running !== null ? address.value : null }
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status < 500) return noAddresses
    throw thrown
  }
}
