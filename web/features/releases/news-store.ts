import { useContext, useSyncExternalStore } from 'react'
import { isRefused } from '#contract/api.ts'
import type { VersionInfo } from '#contract/cards/releases.ts'
import type { Language } from '#contract/languages.ts'
import { LanguageContext } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { note } from '../../platform/device/log-book.ts'
import { useSite } from '../../platform/use-site.ts'
import { stepBetween } from './step-between.ts'

/** What is known of newer versions since the page was loaded. */
export type News = { kind: 'unasked' | 'asking' | 'newest' | 'failed' } | ({ kind: 'found' } & Latest)

const unasked: News = { kind: 'unasked' }
let news: News = unasked
let underWay: Promise<News> | null = null
const heard = new Set<() => void>()

function become(next: News): News {
  news = next
  for (const hear of heard) hear()
  return next
}

const watch = (hear: () => void) => {
  heard.add(hear)
  return () => void heard.delete(hear)
}

/** Told of in every place at once: the panel, the menu and the settings. */
export function useNews(): { news: News; ask: () => Promise<News> } {
  const { productSlug, version } = useSite()
  const language = useContext(LanguageContext)
  const now = useSyncExternalStore(
    watch,
    () => news,
    () => unasked,
  )
  return { news: now, ask: () => (underWay ??= look().finally(() => (underWay = null))) }

  async function look(): Promise<News> {
    // What was found stays in sight while it is asked again.
    if (news.kind !== 'found') become({ kind: 'asking' })
    try {
      const latest = await askLatest({ slug: productSlug, language, running: version })
      const isNewer = latest !== null && stepBetween(version, latest.info.version) !== null
      note(isNewer ? `version: ${latest.info.version} is newer than ${version}` : `version: ${version} is the newest`)
      return become(isNewer ? { kind: 'found', ...latest } : { kind: 'newest' })
    } catch {
      note('version: nobody answered')
      return news.kind === 'found' ? news : become({ kind: 'failed' })
    }
  }
}

type Latest = { info: VersionInfo; now: number }

type Asked = { slug: string; language: Language; running: string }

/** The newest version and what the server's clock says, which is better than the device's; null where there is none. Rejects unanswered. */
async function askLatest({ slug, language, running }: Asked): Promise<Latest | null> {
  let now = Date.now()
  async function dated(...how: Parameters<typeof fetch>) {
    const answer = await fetch(...how)
    now = Date.parse(answer.headers.get('date') ?? '') || now
    return answer
  }
  try {
    const params = { versionType: 'Production', version: running }
    const info = await createClient({ slug, fetch: dated }).call('releases.latest', {
      params,
      query: { language },
    })
    return { info, now }
  } catch (thrown) {
    if (isRefused(thrown) && thrown.problem.status === 404) return null
    throw thrown
  }
}
