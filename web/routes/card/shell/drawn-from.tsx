import { useContext, useMemo, type ReactNode } from 'react'
import { UNSAFE_DataRouterDataContext as RouterData } from 'react-router'
import { layoutHrefs } from '../../../features/cards/home/layout-hrefs.ts'
import { layoutOf } from '../../../features/cards/home/layout.ts'
import { pageFacts, type AllGiven } from './page-facts.ts'

/** By the ids the routes have in web/routes.ts. */
const factsOf = (given: AllGiven): Readonly<Record<string, object>> => ({
  card: { ...pageFacts.card(given, false), layoutHref: layoutHrefs[layoutOf(given.open.card.eCardTheme)] },
  home: { ...pageFacts.home(given), wide: pageFacts.wideHome(given) },
  about: pageFacts.about(given),
  reviews: pageFacts.reviews(given),
  review: pageFacts.review(given),
  vCard: pageFacts.vCard(given),
  contact: pageFacts.contact(given),
  connect: pageFacts.connect(given),
  socialServices: pageFacts.connect(given),
})

/** The routes of the card are told these facts in place of those the server loaded: the very pages that a visitor sees draw the preview. */
export function DrawnFrom({ given, children }: { given: AllGiven; children: ReactNode }) {
  const data = useContext(RouterData)
  const facts = useMemo(() => factsOf(given), [given])
  const told = useMemo(() => data && { ...data, loaderData: withFacts(data.loaderData, facts) }, [data, facts])
  return <RouterData value={told}>{children}</RouterData>
}

function withFacts(loaded: Readonly<Record<string, object>>, facts: Readonly<Record<string, object>>) {
  const told = Object.entries(loaded).map(([id, known]): [string, object] => {
    const fact = facts[id.replace(/-versioned$/, '')]
    return [id, fact ? { ...known, ...fact } : known]
  })
  return Object.fromEntries(told)
}
