import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Outlet, useLoaderData, useMatches, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { promptDelayMs } from '#contract/constants.ts'
import { cardPages, type CardPage } from '#contract/pages.ts'
import { CardFrame, type FramePart } from '../../features/cards/frame/card-frame.tsx'
import { CardStyle, LayoutStyle } from '../../features/cards/frame/card-style.tsx'
import type { OpenCard } from '../../features/cards/frame/frame-view.ts'
import { themeCss } from '../../features/cards/theme-css.ts'
import { connectCard } from '../../features/capture/connect-card.ts'
import { ShareSheet } from '../../features/share/share-sheet.tsx'
import { useShare } from '../../features/share/use-share.ts'
import { useVisit } from '../../features/visits/use-visit.ts'
import { beforeWaking } from '../../platform/waking/before-waking.ts'
import { isAppAddress } from '../../platform/app/standalone.ts'
import { takeLookedMs } from '../../platform/device/looked.ts'
import { SharingContext } from '../../platform/sharing.ts'
import { InstalledContext, useInstalled } from '../../platform/app/use-installed.ts'
import { ReportContext } from '../../platform/visits/use-report.ts'
import { useSite } from '../../platform/use-site.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import toastHref from '../../ui/overlay/toast.css?url'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { useAwake } from '../../ui/use-awake.ts'
import { subscriptionHref } from '../account/account-links.ts'
import { AppIdentity } from './shell/app-identity.tsx'
import type { CardPartsProps } from './shell/card-parts.tsx'
import { fullViewContext, viewContext } from './shell/view-context.ts'
import { isPreview, openCard } from './shell/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { readViewer } from './shell/read-viewer.ts'

/** What stands around every page of a card: loaded once, however many of its pages a person walks through. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const isFramed = isPreview(args)
  // An owner's preview is what everybody else sees.
  const viewer = isFramed ? null : await readViewer(open, args)
  const isApp = isAppAddress(new URL(args.request.url).search)
  const connect = connectCard(open)
  // Sent in the rare case only: the page of a visitor has no use for it.
  const forApp = open.card.settings.skipLoginPrompt ? { skipsLogin: true } : {}
  const around = pageViews.card(viewContext(open, args), viewer !== null)
  const forPreview = isFramed ? { preview: await previewOf(open, args), layoutHref: '' } : {}
  return { ...forApp, ...forPreview, ...around, connect, viewer, isApp, cardKey: open.card.key, theme: themeCss(open.card).css }
}

/** All that an editor's preview draws the card anew from. */
async function previewOf(open: OpenCard, args: LoaderFunctionArgs) {
  const { site, components, reviewed } = await fullViewContext(open, args)
  return { site, open, components, reviewed }
}

/** Another page of the same card stands in the same frame; the same page asked for again wants it anew. */
export const shouldRevalidate = ({ currentParams, nextParams, currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) =>
  currentParams['alias'] !== nextParams['alias'] ||
  currentParams['version'] !== nextParams['version'] ||
  (currentUrl.href === nextUrl.href && !formMethod)

/** Fetched when it is due, and not before. */
const CardLater = lazy(() => import('./shell/card-later.tsx'))
const CardApp = lazy(() => import('./shell/card-app.tsx'))
const CardPreview = lazy(() => import('./preview/card-preview.tsx'))
const fetchParts = () => import('./shell/card-parts.tsx')
let CardParts: ComponentType<CardPartsProps> = lazy(fetchParts)
if (!import.meta.env.SSR && document.querySelector('.app-dock,.viewer'))
  beforeWaking.push(
    fetchParts().then((parts) => {
      CardParts = parts.default
      return parts.words()
    }),
  )

export default function CardRoute() {
  const { isApp, preview } = useLoaderData<typeof loader>()
  // Opened as an app it stays one, whatever the addresses on the way say.
  const [isOpenedAsApp] = useState(isApp)
  const card = (
    <InstalledContext value={isOpenedAsApp}>
      <Installation />
    </InstalledContext>
  )
  if (!preview) return card
  return (
    <Suspense>
      <CardPreview preview={preview}>{card}</CardPreview>
    </Suspense>
  )
}

function Installation() {
  const isInstalled = useInstalled()
  const { frame, shared, connect, viewer, cardKey, theme, layoutHref, preview } = useLoaderData<typeof loader>()
  const { productSlug } = useSite()
  const page = pageOf(useMatches().at(-1)?.id ?? '')
  const report = useVisit({ alias: frame.address.alias, slug: productSlug, page: page ?? 'other' })
  // Where somebody may only look, no app is fetched until it is needed: `first-look.ts` reads this.
  const mayLook = (page === 'home' || page === 'about') && !isInstalled && !viewer && !preview
  const asks = connect.asks && (connect.asks.onDesktop ? '?' : '-')
  const look = mayLook ? `${page} ${productSlug} ${connect.wakesAfterMs}${asks ?? ''}` : undefined
  const sheet = useRef<HTMLDivElement>(null)
  const share = useShare(shared, report, sheet)
  const isAwake = useAwake()
  const [isTime, setTime] = useState(false)
  // An app asks for other things than a visitor, and does not wait for the owner's seconds.
  const wakesAfterMs = isInstalled ? promptDelayMs.login : connect.wakesAfterMs
  useEffect(() => {
    const timer = setTimeout(setTime, wakesAfterMs - takeLookedMs(), true)
    return () => clearTimeout(timer)
  }, [connect, wakesAfterMs])
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
        <ToastProvider>
          {/* A file: no page begins with a toast, so its HTML needs no styles for one. */}
          {isAwake && <PageStyle name="toast" css="" href={toastHref} weight="part" />}
          <CardFrame
            frame={frame}
            page={page}
            look={look}
            part={part}
            share={<ShareSheet ref={sheet} card={shared} share={share} upgradeHref={subscriptionHref(shared.alias)} />}
          >
            <Outlet context={frame} />
          </CardFrame>
          {isTime && (
            <Suspense>
              <CardLater card={connect} cardKey={cardKey} page={page} owner={viewer} />
              {isInstalled && <CardApp frame={frame} cardKey={cardKey} viewer={viewer} />}
            </Suspense>
          )}
        </ToastProvider>
      </SharingContext>
      <LayoutStyle layout={frame.layout} href={layoutHref} />
    </ReportContext>
  )
}

function pageOf(routeId: string): CardPage | null {
  const name = routeId.replace(/-versioned$/, '')
  return name in cardPages ? (name as CardPage) : null
}
