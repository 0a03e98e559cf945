import { Suspense, useContext, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { UNSAFE_DataRouterDataContext as RouterData } from 'react-router'
import type { Site } from '#contract/site.ts'
import { layoutHrefs } from '../../../features/cards/home/layout-hrefs.ts'
import { layoutOf } from '../../../features/cards/home/layout.ts'
import { themeCss } from '../../../features/cards/theme-css.ts'
import { LanguageContext, useTranslate } from '../../../i18n/use-translate.ts'
import { SnackLine } from '../../../ui/snackbar.tsx'
import { applyMessage, type Previewed } from './apply-message.ts'
import type { Reviewed } from '../ask-zillow.ts'
import { usePreviewMessages } from './use-preview-messages.ts'
import { usePreviewPress } from './use-preview-press.ts'
import { useReviewed } from '../shell/use-reviewed.ts'
import { useTheme } from '../shell/use-theme.ts'
import { pageViews, type FullViewContext } from '../shell/page-views.ts'

type Props = { preview: Previewed & { site: Site; reviewed: Reviewed }; children: ReactNode }

const never = () => () => {}

/** The card in the preview frame of its owner's editor, rendered from the draft. Outside a frame it is the card as published. */
export default function CardPreview({ preview, children }: Props) {
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

function DraftPreview({ preview, children }: Props) {
  const [{ open, components }, setPreviewed] = useState<Previewed>(preview)
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const reviewed = useReviewed(open.card, preview.reviewed)
  const context = useMemo(
    () => ({ open, components, reviewed, t, language, site: preview.site }),
    [open, components, reviewed, t, language, preview.site],
  )
  useTheme(
    useMemo(() => themeCss(open.card).css, [open.card]),
    layoutOf(open.card.eCardTheme),
  )
  usePreviewMessages(open.address, (message) => setPreviewed((known) => applyMessage(known, message)))
  const { snack, close } = usePreviewPress(open.address)

  return (
    <>
      <PageViews context={context}>{children}</PageViews>
      <SnackLine snack={snack} close={close} />
    </>
  )
}

/** Replaces what the server loaded for the card's routes, so that the pages a visitor sees render the preview, too. */
function PageViews({ context, children }: { context: FullViewContext; children: ReactNode }) {
  const data = useContext(RouterData)
  const views = useMemo(() => viewsOf(context), [context])
  const replaced = useMemo(() => data && { ...data, loaderData: withViews(data.loaderData, views) }, [data, views])
  return <RouterData value={replaced}>{children}</RouterData>
}

/** By the ids the routes have in web/routes.ts. */
const viewsOf = (context: FullViewContext): Readonly<Record<string, object>> => ({
  card: { ...pageViews.card(context, false), layoutHref: layoutHrefs[layoutOf(context.open.card.eCardTheme)] },
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
