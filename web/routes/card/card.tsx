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
import { beforeHydration } from '../../platform/hydration/before-hydration.ts'
import { isAppAddress } from '../../platform/app/standalone.ts'
import { siteContext } from '../../platform/router-context.ts'
import { takeViewedMs } from '../../platform/device/before-app.ts'
import { SharingContext } from '../../platform/sharing.ts'
import { InstalledContext, useInstalled } from '../../platform/app/use-installed.ts'
import { ReportContext } from '../../platform/visits/use-report.ts'
import { useSite } from '../../platform/use-site.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import toastStyles from '../../ui/overlay/toast.css?page-style'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { subscriptionHref } from '../../loaders/account-links.ts'
import type { CardPreviewProps } from './preview/card-preview.tsx'
import { AppIdentity } from '../shell/app-identity.tsx'
import type { CardPartsProps } from './shell/card-parts.tsx'
import { fullViewContext, viewContext } from './shell/view-context.ts'
import { isPreview, openCard } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { readViewer } from './shell/read-viewer.ts'

/** The data of the frame around every page of a card, loaded once for all of them. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const isFramed = isPreview(args)
  // An owner's preview shows what visitors see.
  const viewer = isFramed ? null : await readViewer(open, args)
  const isApp = isAppAddress(new URL(args.request.url).search)
  const connect = connectCard(open, args.context.get(siteContext))
  // Sent only if set, to keep visitors' pages small.
  const forApp = open.card.settings.skipLoginPrompt ? { skipsLogin: true } : {}
  const around = pageViews.card(viewContext(open, args), viewer !== null)
  const forPreview = isFramed ? { preview: await previewOf(open, args), layoutHref: '' } : {}
  return { ...forApp, ...forPreview, ...around, connect, viewer, isApp, cardKey: open.card.key, theme: themeCss(open.card).css }
}

/** What an editor's preview needs to render the draft. */
async function previewOf(open: OpenCard, args: LoaderFunctionArgs) {
  const { site, components, reviewed } = await fullViewContext(open, args)
  return { site, open, components, reviewed }
}

/** Navigation within a card keeps the frame; a reload of the same page reloads it. */
export const shouldRevalidate = ({ currentParams, nextParams, currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) =>
  currentParams['alias'] !== nextParams['alias'] ||
  currentParams['version'] !== nextParams['version'] ||
  (currentUrl.href === nextUrl.href && !formMethod)

/** Loaded when it is due. */
const CardDeferred = lazy(() => import('./shell/card-deferred.tsx'))
const CardApp = lazy(() => import('./shell/card-app.tsx'))
const fetchPreview = () => import('./preview/card-preview.tsx')
let CardPreview: ComponentType<CardPreviewProps> = lazy(fetchPreview)
if (!import.meta.env.SSR && location.search.includes('preview=on'))
  beforeHydration.push(fetchPreview().then((preview) => void (CardPreview = preview.default)))
const fetchParts = () => import('./shell/card-parts.tsx')
let CardParts: ComponentType<CardPartsProps> = lazy(fetchParts)
if (!import.meta.env.SSR && document.querySelector('.app-dock,.viewer'))
  beforeHydration.push(
    fetchParts().then((parts) => {
      CardParts = parts.default
      return parts.words()
    }),
  )

export default function CardRoute() {
  const { isApp, preview } = useLoaderData<typeof loader>()
  // Opened as an app, it stays one, whatever later addresses say.
  const [isOpenedAsApp] = useState(isApp)
  const card = (
    <InstalledContext value={isOpenedAsApp}>
      <Installation />
    </InstalledContext>
  )
  if (!preview) return card
  return <CardPreview preview={preview}>{card}</CardPreview>
}

function Installation() {
  const isInstalled = useInstalled()
  const { frame, shared, connect, viewer, cardKey, theme, layoutHref, preview } = useLoaderData<typeof loader>()
  const { productSlug } = useSite()
  const page = pageOf(useMatches().at(-1)?.id ?? '')
  const report = useVisit({ alias: frame.address.alias, slug: productSlug, page: page ?? 'other' })
  // Pages that may need no script delay the app until it is needed: `start-on-demand.ts` reads this.
  const canStartOnDemand = (page === 'home' || page === 'about') && !isInstalled && !viewer && !preview
  const promptFlag = connect.prompt && (connect.prompt.onDesktop ? '?' : '-')
  const startData = canStartOnDemand ? `${page} ${productSlug} ${connect.promptAfterMs}${promptFlag ?? ''}` : undefined
  const sheet = useRef<HTMLDivElement>(null)
  const share = useShare(shared, report, sheet)
  const isHydrated = useHydrated()
  const [isDue, setDue] = useState(false)
  // An installed app has other prompts and doesn't wait for the owner's delay.
  const promptAfterMs = isInstalled ? promptDelayMs.login : connect.promptAfterMs
  useEffect(() => {
    const timer = setTimeout(setDue, promptAfterMs - takeViewedMs(), true)
    return () => clearTimeout(timer)
  }, [connect, promptAfterMs])
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
          {/* A file: no page starts with a toast, so its HTML doesn't need the styles. */}
          {isHydrated && <PageStyle name="toast" styles={toastStyles} />}
          <CardFrame
            frame={frame}
            page={page}
            startData={startData}
            part={part}
            share={<ShareSheet ref={sheet} card={shared} share={share} upgradeHref={subscriptionHref(shared.alias)} />}
          >
            <Outlet context={frame} />
          </CardFrame>
          {isDue && (
            <Suspense>
              <CardDeferred card={connect} cardKey={cardKey} page={page} owner={viewer} />
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
