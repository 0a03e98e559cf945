import { appHref } from '#contract/pages.ts'
import { ownerAddressOf } from '../../../platform/api/owner-address-of.ts'

/**
 * The app that a page belongs to, for the head. Every page of a card names the same one: what the server wrote stays while
 * a person walks from page to page, so it is drawn under `import.meta.env.SSR` and no browser carries it.
 */
export function AppIdentity({ alias }: { alias: string }) {
  return (
    <>
      <link rel="manifest" href={appHref(alias, 'manifest')} />
      <link rel="apple-touch-icon" href={ownerAddressOf('cards.appIcon', { alias, shape: '180', version: 'latest' })} />
    </>
  )
}
