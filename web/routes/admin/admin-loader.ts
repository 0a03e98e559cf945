import { data, type LoaderFunctionArgs } from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import { cardAliasesMax } from '#contract/constants.ts'
import type { Language } from '#contract/languages.ts'
import type { Site } from '#contract/site.ts'
import type { Translate } from '#common/messages/message.ts'
import { ownProperty } from '#common/own-property.ts'
import { requestLanguage } from '#common/request-language.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { placesOf, type MissingThing, type places } from '../../features/admin/admin-places.ts'
import type { Done } from '../../features/admin/admin-view.ts'
import { formatBytes } from '../../loaders/format-bytes.ts'
import { openAdmin } from '../../loaders/open-admin.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { timeZoneOf } from '../../platform/visits/time-zone.ts'
import type { Loaded } from './admin-page.tsx'
import { formatTimes, type Times } from './format-times.ts'

/** The context of a page's loader: the address in parts, the API, and formats in the reader's language. */
export type PageRequest = Times & {
  call: Api['call']
  /** What is published, which only administrators can read. */
  releases: ReleasesAdmin
  id: string
  tab: string
  query: URLSearchParams
  q: string
  from: string | undefined
  t: Translate
  amount(bytes: number): string
  number(value: number): string
  language: Language
  site: Site
}

/** The form that the address names, and the page as it is now. */
export type DoneContext<View> = Pick<PageRequest, 't' | 'call'> & {
  view: View
  about: string
  /** How many cards the address selects. */
  selected: number
}
type Outcome<View> = (context: DoneContext<View>) => Done | false | undefined | Promise<Done | false | undefined>

type Options<View> = {
  /** What a path with an unknown id lacks. */
  missing?: MissingThing
  /** Parts of the title before the place’s name: what the page is about, of the many at its place. */
  title?(view: View, t: Translate): readonly string[]
  /**
   * What each form did, by the key in the address. An address can be old or made up, so what can be undone is compared with what the
   * page loads.
   */
  done?: Readonly<Record<string, Outcome<View>>>
}

/**
 * The loader of a page at a place of the navigation. `load` returns what the page draws, or the name of what isn’t there. To others
 * than administrators every address looks like that of an unknown card.
 */
export function adminLoader<View extends object>(
  place: (typeof places)[number]['path'],
  load: (request: PageRequest) => Promise<View | MissingThing>,
  { missing = 'page', title, done }: Options<View> = {},
) {
  return async (args: LoaderFunctionArgs) => {
    const request = await pageRequest(args)
    const { t, query, call, site } = request
    // The most particular part first, because tabs and histories cut the rest.
    const titleOf = (...parts: readonly string[]) => [...parts, t('admin.title'), site.productName].filter(Boolean).join(' | ')
    const word = placesOf(site.hasPlans).find(({ path }) => path === place)?.word
    const view = word ? await unlessMissing(() => load(request), missing) : 'page'
    if (typeof view === 'string') return data<Loaded<View>>({ missing: view, title: titleOf(t(`admin.missing.${view}`)) }, { status: 404 })

    const outcome = ownProperty(done ?? {}, query.get('done') ?? '')
    const about = beginningOf(query.get('about') ?? '', cardAliasesMax)
    return data<Loaded<View>>({
      view,
      done: (await outcome?.({ view, about, t, call, selected: query.getAll('card').length })) || null,
      title: titleOf(...(title?.(view, t) ?? []), word ? t(word) : ''),
    })
  }
}

async function pageRequest(args: LoaderFunctionArgs): Promise<PageRequest> {
  const releases = await openAdmin(args)
  const { params, request, context } = args
  const query = new URL(request.url).searchParams
  const language = requestLanguage(request)
  const numbers = new Intl.NumberFormat(language)
  const t = translateFor(request)
  return {
    call: context.get(apiContext).call,
    releases,
    id: params['id'] ?? '',
    tab: params['tab'] ?? '',
    query,
    q: beginningOf((query.get('q') ?? '').trim(), 100),
    from: query.get('from') || undefined,
    t,
    ...formatTimes({ language, timeZone: timeZoneOf(request), t }, new Date()),
    amount: (bytes) => formatBytes(bytes, language),
    number: (value) => numbers.format(value),
    language,
    site: context.get(siteContext),
  }
}

async function unlessMissing<View>(load: () => Promise<View>, missing: MissingThing) {
  try {
    return await load()
  } catch (thrown) {
    if (isProblem(thrown) && [401, 404, 422].includes(thrown.problem.status)) return missing
    throw thrown
  }
}

/** The cursor of a further page of a list. */
export const behind = (from: string | undefined) => (from ? { from } : {})
