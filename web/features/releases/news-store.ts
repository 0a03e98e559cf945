import { useContext, useSyncExternalStore } from 'react'
import { LanguageContext } from '../../i18n/use-translate.ts'
import { note } from '../../platform/device/log-book.ts'
import { useSite } from '../../platform/use-site.ts'
import { askLatest, type Latest } from './ask-latest.ts'
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
