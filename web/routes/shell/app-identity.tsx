import { pathTo } from '#common/path-to.ts'
import { appHref } from '#contract/pages.ts'

/**
 * The manifest and icon links. All pages of a card have the same ones, and they survive client navigation, so only the server
 * renders them.
 */
export function AppIdentity({ alias }: { alias: string }) {
  return (
    <>
      <link rel="manifest" href={appHref(alias, 'manifest')} />
      <link rel="apple-touch-icon" href={pathTo('cards.appIcon', { alias, shape: '180', version: 'latest' })} />
    </>
  )
}
