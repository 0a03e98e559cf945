import {
  Suspense,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useInsertionEffect,
} from 'react'
import { UNSAFE_DataRouterDataContext as RouterData } from 'react-router'
import { type Layout, layoutFor, layouts } from '#common/layouts.ts'
import type { Card } from '#contract/cards/cards.ts'
import type { CardAddress } from '#contract/pages.ts'
import type { Site } from '#contract/site.ts'
import { themeCss } from '../../../features/cards/theme-css.ts'
import { LanguageContext, useTranslate } from '../../../i18n/use-translate.ts'
import { createClient } from '../../../platform/api/client.ts'
import { useSite } from '../../../platform/use-site.ts'
import { ToastProvider } from '../../../ui/overlay/toast.tsx'
import { applyMessage, type PreviewState } from './apply-message.ts'
import { loadZillowReviews, type ProviderReviews } from '../load-zillow-reviews.ts'
import { usePreviewMessages } from './use-preview-messages.ts'
import { usePreviewClicks } from './use-preview-clicks.ts'
import { pageViews, type FullViewContext } from '../shell/page-views.ts'

export type CardPreviewProps = { preview: PreviewState & { site: Site; reviewed: ProviderReviews }; children: ReactNode }

const never = () => () => {}

/** The card in the preview frame of its owner's editor, rendered from the draft. Outside a frame it is the card as published. */
export default function CardPreview({ preview, children }: CardPreviewProps) {
  const isFramed = useSyncExternalStore(
    never,
    () => parent !== window,
    () => false,
  )
  if (!isFramed) return children
  return (
    <Suspense fallback={children}>
      <DraftPreview preview={preview}>{children}</DraftPreview>
    </Suspense>
  )
}

function DraftPreview({ preview, children }: CardPreviewProps) {
  const [{ open, components }, setState] = useState<PreviewState>(preview)
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const reviewed = useReviewed(open.card, preview.reviewed)
  const context = useMemo(
    () => ({ open, components, reviewed, t, language, site: preview.site }),
    [open, components, reviewed, t, language, preview.site],
  )
  useTheme(
    useMemo(() => themeCss(open.card).css, [open.card]),
    layoutFor(open.card.eCardTheme).key,
  )
  usePreviewMessages(open.address, (message) => setState((known) => applyMessage(known, message)))

  return (
    <>
      <PageViews context={context}>{children}</PageViews>
      <ToastProvider>
        <PreviewClicks address={open.address} />
      </ToastProvider>
    </>
  )
}

function PreviewClicks({ address }: { address: CardAddress }) {
  usePreviewClicks(address)
  return null
}

/** Replaces the loader data of the card's routes, so that the visitors' pages render the draft. */
function PageViews({ context, children }: { context: FullViewContext; children: ReactNode }) {
  const data = useContext(RouterData)
  const views = useMemo(() => viewsOf(context), [context])
  const replaced = useMemo(() => data && { ...data, loaderData: withViews(data.loaderData, views) }, [data, views])
  return <RouterData value={replaced}>{children}</RouterData>
}

/** Keyed by the route ids in web/routes.ts. */
const viewsOf = (context: FullViewContext): Readonly<Record<string, object>> => ({
  card: { ...pageViews.card(context, false), layoutHref: hrefOf(layoutFor(context.open.card.eCardTheme).key) },
  home: { ...pageViews.home(context), wide: pageViews.wideHome(context) },
  about: pageViews.about(context),
  reviews: pageViews.reviews(context),
  review: pageViews.review(context),
  vCard: pageViews.vCard(context),
  contact: pageViews.contact(context),
  connect: pageViews.connect(context),
  socialServices: pageViews.connect(context),
})

function withViews(loaded: Readonly<Record<string, object>>, views: Readonly<Record<string, object>>) {
  return Object.fromEntries(
    Object.entries(loaded).map(([id, known]): [string, object] => [id, { ...known, ...views[id.replace(/-versioned$/, '')] }]),
  )
}

const typedForMs = 600

/** The provider's reviews for the profile in the draft. Refetched after a pause in typing. */
function useReviewed(card: Card, loaded: ProviderReviews): ProviderReviews {
  const { productSlug: slug } = useSite()
  const [reviewed, setReviewed] = useState(loaded)
  const who = [card.showZillowReviews, card.zillowWebServicesId, card.gradeServiceTemplateId].join()
  const known = useRef(who)

  const ask = useEffectEvent(async () => {
    const found = await loadZillowReviews(createClient({ slug }), card)
    if (known.current === who) startTransition(() => setReviewed(found))
  })
  useEffect(() => {
    if (known.current === who) return
    known.current = who
    const timer = setTimeout(() => void ask(), typedForMs)
    return () => clearTimeout(timer)
  }, [who])

  return reviewed
}

const fading = `@media (prefers-reduced-motion: no-preference) {
  :where(body, .card, .card *) { transition: color 160ms, background-color 160ms, border-color 160ms, fill 160ms }
}`
/** Phones have no scrollbar beside the page. */
const phone = '@media (width < 600px) { html { scrollbar-width: none } }'

/** Applies the draft's colors over the page's. The CSP allows constructed style sheets, but no style elements. */
function useTheme(css: string, layout: Layout) {
  useInsertionEffect(() => showOnly(layout), [layout])

  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync([css, fading, phone].join('\n'))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [css])
}

/** Disables the other layouts' style sheets: each assumes that it is the only one. */
function showOnly(layout: Layout) {
  for (const { key } of layouts)
    for (const sheet of document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>(
      `style[data-href~="layout-${key}"], link[rel="stylesheet"][href="${hrefOf(key)}"]`,
    ))
      sheet.media = key === layout ? 'all' : 'not all'
}

/** The style sheet files of the layouts. */
const layoutHrefs = import.meta.glob<string>('../../../features/cards/layouts/*.css', { query: '?url', import: 'default', eager: true })
const hrefOf = (layout: Layout) => layoutHrefs[`../../../features/cards/layouts/${layout}.css`] ?? ''
