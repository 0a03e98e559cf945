import { pathTo } from '#common/path-to.ts'
import { appHref } from '#contract/pages.ts'

/**
 * The app that a page belongs to, for the head. Every page of a card names the same one: what the server wrote stays while
 * a person walks from page to page, so it is drawn under `import.meta.env.SSR` and no browser carries it.
 */
export function AppIdentity({ alias }: { alias: string }) {
  return (
    <>
      <link rel="manifest" href={appHref(alias, 'manifest')} />
      <link rel="apple-touch-icon" href={pathTo('cards.appIcon', { alias, shape: '180', version: 'latest' })} />
    </>
  )
}
