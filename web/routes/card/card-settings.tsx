import {
  redirect,
  useLoaderData,
  useRevalidator,
  useRouteLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { languages } from '#contract/languages.ts'
import { sideHref } from '#contract/pages.ts'
import { InnerPage } from '../../features/cards/frame/inner-page.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import plates from '../../features/cards/frame/plates.css?page-style'
import { turnOnPush } from '../../features/push/turn-on-push.ts'
import { UpdatesRow } from '../../features/releases/updates-row.tsx'
import { WhatsNew } from '../../features/releases/whats-new.tsx'
import { DebugPanels } from '../../features/settings/debug-panels.tsx'
import { showsDiagnostics } from '../../features/settings/diagnostics.ts'
import { SettingsList } from '../../features/settings/settings-list.tsx'
import { requestLanguage } from '#common/request-language.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { writeCardState } from '../../platform/device/device-state.ts'
import { useErrorLogging } from '../../platform/device/error-log.ts'
import { languageCookie } from '../../platform/language.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useSite } from '../../platform/use-site.ts'
import type { loader as cardLoader } from './card.tsx'
import { cardHead } from './shell/card-head.ts'
import { metas } from '../metas.ts'
import { openCardPage } from '../../loaders/open-card.ts'
import { useFrame } from './shell/use-frame.ts'

const versionsMax = 30

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'settings')
  const title = translateFor(args.request)('menu.settings')
  const head = { ...cardHead(open, args, { page: 'settings', section: title }), isListed: false }
  const isDebugged = showsDiagnostics(args.context.get(siteContext).version, open.card.experiments)
  const hasLanguages = open.card.experiments.some(({ name, enabled }) => name === 'EnableTranslations' && enabled)
  return { head, title, isDebugged, hasLanguages, versions: await readVersions(args) }
}

/** The settings page works without them. */
async function readVersions({ context, request }: LoaderFunctionArgs) {
  const args = { params: { versionType: 'Production' }, query: { language: requestLanguage(request) } }
  const versions = await context
    .get(apiContext)
    .call('releases.history', args)
    .catch(() => null)
  return versions?.slice(0, versionsMax) ?? null
}

/** Chooses the language of this device; "Check for updates" without a script. Both reload the page. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const language = languages.find((known) => known === fieldOf(form, 'language'))
  const { pathname, search } = new URL(request.url)
  return redirect(pathname + search, { status: 303, ...(language && { headers: { 'set-cookie': languageCookie(language) } }) })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Settings() {
  const { title, isDebugged, hasLanguages, versions } = useLoaderData<typeof loader>()
  const { address } = useFrame()
  const { viewer, cardKey, shared } = useCardRoute()
  const { productSlug: slug, productName } = useSite()
  const { revalidate } = useRevalidator()
  const isInstalled = useInstalled()
  const t = useTranslate()
  useErrorLogging()

  function startOver() {
    writeCardState(address.alias, { tourDone: false })
    // Not awaited: the notification page shows the state.
    if (viewer) turnOnPush({ card: viewer, slug, otherwise: t('push.otherwise', { product: productName }) }).catch(() => {})
  }

  return (
    <InnerPage title={title}>
      <PageStyle name="plates" styles={plates} />
      <SettingsList
        alias={address.alias}
        isOwner={viewer !== null}
        alwaysShort={shared?.alwaysShort ?? false}
        hasLanguages={hasLanguages}
        whatsNew={<WhatsNew versions={versions} onRetry={() => void revalidate()} />}
        updates={<UpdatesRow isFlagged={isInstalled || viewer !== null} onFound={startOver} />}
      />
      <p className="below report-this">
        <a href={sideHref(address.alias, 'report')}>{t('report.this')}</a>
      </p>
      {isDebugged && <DebugPanels alias={address.alias} cardKey={cardKey} />}
    </InnerPage>
  )
}

/** The data of the card's route, plain or versioned. */
function useCardRoute() {
  const plain = useRouteLoaderData<typeof cardLoader>('card')
  const versioned = useRouteLoaderData<typeof cardLoader>('card-versioned')
  const { viewer = null, cardKey = '', shared } = plain ?? versioned ?? {}
  return { viewer, cardKey, shared }
}
