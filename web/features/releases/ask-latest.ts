import { isRefused } from '#contract/api.ts'
import type { VersionInfo } from '#contract/cards/releases.ts'
import type { Language } from '#contract/languages.ts'
import { createClient } from '../../platform/api/client.ts'

export type Latest = { info: VersionInfo; now: number }

type Asked = { slug: string; language: Language; running: string }

/** The newest version and what the server's clock says, which is better than the device's; null where there is none. Rejects unanswered. */
export async function askLatest({ slug, language, running }: Asked): Promise<Latest | null> {
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
