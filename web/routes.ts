import { index, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { cardPages, noDataPath, ownerPages, sidePages, type CardPage } from '../contract/pages.ts'

const cardPageNames = Object.keys(cardPages) as CardPage[]

/** Every page of a card, plain and under a version. */
function cardRoutes(front: string, suffix: string): RouteConfigEntry[] {
  return [
    route(front, 'routes/to-home.ts', { id: `to-home${suffix}` }),
    ...cardPageNames.flatMap((page) => {
      const path = `${front}/${cardPages[page].segment}`
      return [
        route(path, page === 'home' ? 'routes/card-home.tsx' : 'routes/card-page.tsx', { id: `${page}${suffix}` }),
        route(`${path}-restricted-access`, 'routes/restricted.tsx', { id: `restricted-access-${page}${suffix}` }),
      ]
    }),
    route(`${front}/*`, 'routes/unknown-page.tsx', { id: `unknown${suffix}` }),
  ]
}

const unbuilt = [sidePages.login, sidePages.install, sidePages.emailSignature]

export default [
  index('routes/front.tsx'),
  route(noDataPath, 'routes/no-data.tsx'),
  route('account/*', 'routes/account.tsx'),
  ...cardRoutes(':alias', ''),
  ...cardRoutes(':alias/v/:version', '-versioned'),
  ...Object.values(ownerPages).map((segment) => route(`:alias/${segment}`, 'routes/owner-page.ts', { id: segment })),
  ...unbuilt.map((segment) => route(`:alias/${segment}`, 'routes/side-page.tsx', { id: segment })),
  route(`:alias/${sidePages.cardDisabled}`, 'routes/card-disabled.tsx'),
] satisfies RouteConfig
