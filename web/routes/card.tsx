import { Outlet, useLoaderData, useMatches, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { cardPages, type CardPage } from '#contract/pages.ts'
import { CardFrame } from '../features/cards/card-frame.tsx'
import { CardStyle, LayoutStyle } from '../features/cards/card-style.tsx'
import { frameView } from '../features/cards/frame-view.ts'
import { themeCss } from '../features/cards/theme-css.ts'
import { ShareSheet } from '../features/share/share-sheet.tsx'
import { useVisit } from '../features/visits/use-visit.ts'
import { siteContext } from '../platform/provided.ts'
import { ReportContext } from '../platform/use-report.ts'
import { useSite } from '../platform/use-site.ts'
import { openCard } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'

/** What stands around every page of a card: loaded once, however many of its pages a person walks through. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  return { frame: frameView(open, sayFor(args.request), args.context.get(siteContext)), theme: themeCss(open.card).css }
}

/** Another page of the same card stands in the same frame. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams['alias'] !== nextParams['alias'] || currentParams['version'] !== nextParams['version']

export default function CardRoute() {
  const { frame, theme } = useLoaderData<typeof loader>()
  const { productSlug } = useSite()
  const page = pageOf(useMatches().at(-1)?.id ?? '')
  const report = useVisit({ alias: frame.address.alias, slug: productSlug, page: page ?? 'other' })
  return (
    <ReportContext value={report}>
      <CardStyle theme={theme} />
      <CardFrame frame={frame} page={page} share={<ShareSheet sharing={{ link: frame.cardUrl, ...frame.share }} />}>
        <Outlet context={frame} />
      </CardFrame>
      <LayoutStyle layout={frame.layout} />
    </ReportContext>
  )
}

function pageOf(routeId: string): CardPage | null {
  const name = routeId.replace(/-versioned$/, '')
  return name in cardPages ? (name as CardPage) : null
}
