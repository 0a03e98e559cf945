import { useContext, useSyncExternalStore } from 'react'
import { isProblem } from '#contract/api.ts'
import type { VersionInfo } from '#contract/cards/releases.ts'
import type { Language } from '#contract/languages.ts'
import { LanguageContext } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { logEvent } from '../../platform/device/error-log.ts'
import { useSite } from '../../platform/use-site.ts'
import { versionStep } from './version-step.ts'

/** The result of the version check since the page was loaded. */
type VersionCheck = { kind: 'idle' | 'checking' | 'newest' | 'failed' } | ({ kind: 'found' } & Latest)

const idle: VersionCheck = { kind: 'idle' }
let result: VersionCheck = idle
let inProgress: Promise<VersionCheck> | null = null
const listeners = new Set<() => void>()

function setResult(next: VersionCheck): VersionCheck {
  result = next
  for (const listener of listeners) listener()
  return next
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One store for the panel, the menu and the settings. */
export function useVersionCheck(): { result: VersionCheck; checkVersion: () => Promise<VersionCheck> } {
  const { productSlug, version } = useSite()
  const language = useContext(LanguageContext)
  const now = useSyncExternalStore(
    watch,
    () => result,
    () => idle,
  )
  return { result: now, checkVersion: () => (inProgress ??= runCheck().finally(() => (inProgress = null))) }

  async function runCheck(): Promise<VersionCheck> {
    // Keeps the last result visible while it checks again.
    if (result.kind !== 'found') setResult({ kind: 'checking' })
    try {
      const latest = await fetchLatest({ slug: productSlug, language, running: version })
      const isNewer = latest !== null && versionStep(version, latest.info.version) !== null
      logEvent(isNewer ? `version: ${latest.info.version} is newer than ${version}` : `version: ${version} is the newest`)
      return setResult(isNewer ? { kind: 'found', ...latest } : { kind: 'newest' })
    } catch {
      logEvent('version: no response')
      return result.kind === 'found' ? result : setResult({ kind: 'failed' })
    }
  }
}

type Latest = { info: VersionInfo; now: number }

type LatestRequest = { slug: string; language: Language; running: string }

/** The newest version and the server's time, which is more reliable than the device's; null if there is none. Rejects if unreachable. */
async function fetchLatest({ slug, language, running }: LatestRequest): Promise<Latest | null> {
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
    if (isProblem(thrown) && thrown.problem.status === 404) return null
    throw thrown
  }
}
