import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Outlet, useLoaderData, useMatches, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { promptDelayMs } from '#contract/constants.ts'
import { cardPages, type CardPage } from '#contract/pages.ts'
import { CardFrame, type FramePart } from '../features/cards/card-frame.tsx'
import { CardStyle, LayoutStyle } from '../features/cards/card-style.tsx'
import { frameView } from '../features/cards/frame-view.ts'
import { themeCss } from '../features/cards/theme-css.ts'
import { connectCard } from '../features/capture/connect-card.ts'
import { ShareSheet } from '../features/share/share-sheet.tsx'
import { sharedCard } from '../features/share/shared-card.ts'
import { useShare } from '../features/share/use-share.ts'
import { useVisit } from '../features/visits/use-visit.ts'
import { languageOf } from '../i18n/languages.ts'
import { beforeWaking } from '../platform/before-waking.ts'
import { siteContext } from '../platform/provided.ts'
import { isAppAddress } from '../platform/standalone.ts'
import { SharingContext } from '../platform/sharing.ts'
import { InstalledContext, useInstalled } from '../platform/use-installed.ts'
import { ReportContext } from '../platform/use-report.ts'
import { useSite } from '../platform/use-site.ts'
import { Snackbar } from '../ui/snackbar.tsx'
import { subscriptionHref } from './parts/account-links.ts'
import { AppIdentity } from './parts/app-identity.tsx'
import { openCard } from './parts/open-card.ts'
import type { CardPartsProps } from './parts/card-parts.tsx'
import { readViewer } from './parts/read-viewer.ts'
import { sayFor } from './parts/say-for.ts'

/** What stands around every page of a card: loaded once, however many of its pages a person walks through. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const frame = frameView(open, sayFor(args.request), args.context.get(siteContext))
  const viewer = await readViewer(open, args)
  const shared = sharedCard(open.card, open.address, { link: frame.cardUrl, ...frame.share }, viewer !== null)
  const isApp = isAppAddress(new URL(args.request.url).search)
  const asking = connectCard(open, languageOf(args.request))
  // An app asks for other things than a visitor, and does not wait for the owner's seconds.
  const connect = isApp ? { ...asking, wakesAfterMs: promptDelayMs.login } : asking
  const forApp = isApp ? { skipsLogin: open.card.settings.skipLoginPrompt } : {}
  return { ...forApp, frame, shared, connect, viewer, isApp, cardKey: open.card.key, theme: themeCss(open.card).css }
}

/** Another page of the same card stands in the same frame; the same page asked for again wants it anew. */
export const shouldRevalidate = ({ currentParams, nextParams, currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) =>
  currentParams['alias'] !== nextParams['alias'] ||
  currentParams['version'] !== nextParams['version'] ||
  (currentUrl.href === nextUrl.href && !formMethod)

/** Fetched when it is due, and not before. */
const CardLater = lazy(() => import('./parts/card-later.tsx'))
const CardApp = lazy(() => import('./parts/card-app.tsx'))
const fetchParts = () => import('./parts/card-parts.tsx')
let CardParts: ComponentType<CardPartsProps> = lazy(fetchParts)
if (!import.meta.env.SSR && document.querySelector('.app-dock,.viewer'))
  beforeWaking.push(
    fetchParts().then((parts) => {
      CardParts = parts.default
      return parts.words()
    }),
  )

export default function CardRoute() {
  const { isApp } = useLoaderData<typeof loader>()
  // Opened as an app it stays one, whatever the addresses on the way say.
  const [isOpenedAsApp] = useState(isApp)
  return (
    <InstalledContext value={isOpenedAsApp}>
      <Installation />
    </InstalledContext>
  )
}

function Installation() {
  const isInstalled = useInstalled()
  const { frame, shared, connect, viewer, cardKey, theme } = useLoaderData<typeof loader>()
  const { productSlug } = useSite()
  const page = pageOf(useMatches().at(-1)?.id ?? '')
  const report = useVisit({ alias: frame.address.alias, slug: productSlug, page: page ?? 'other' })
  const sheet = useRef<HTMLDivElement>(null)
  const share = useShare(shared, report, sheet)
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setTime, connect.wakesAfterMs, true)
    return () => clearTimeout(timer)
  }, [connect])
  const part = (name: FramePart, otherwise: ReactNode = null) =>
    isInstalled || viewer ? (
      <Suspense fallback={otherwise}>
        <CardParts {...{ name, frame, page, viewer, isInstalled, otherwise }} />
      </Suspense>
    ) : (
      otherwise
    )
  return (
    <ReportContext value={report}>
      {import.meta.env.SSR && <AppIdentity alias={frame.address.alias} />}
      <CardStyle theme={theme} />
      <SharingContext value={share.here}>
        <Snackbar>
          <CardFrame
            frame={frame}
            page={page}
            part={part}
            share={<ShareSheet ref={sheet} card={shared} share={share} upgradeHref={subscriptionHref(shared.alias)} />}
          >
            <Outlet context={frame} />
          </CardFrame>
          {isTime && (
            <Suspense>
              <CardLater card={connect} cardKey={cardKey} page={page} isOwn={viewer !== null} />
              {isInstalled && <CardApp frame={frame} cardKey={cardKey} viewer={viewer} />}
            </Suspense>
          )}
        </Snackbar>
      </SharingContext>
      <LayoutStyle layout={frame.layout} />
    </ReportContext>
  )
}

function pageOf(routeId: string): CardPage | null {
  const name = routeId.replace(/-versioned$/, '')
  return name in cardPages ? (name as CardPage) : null
}
