import { isRefused } from '#contract/api.ts'
import { lookHref } from '#contract/pages.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { followLink, readLink } from './read-link.ts'
import { shortenLink } from './shorten-link.ts'

type Needs = {
  db: Db
  clock: Clock
  settings: Pick<Settings, 'publicUrl'>
  countClick: (subjectId: string, longUrl: string, request: Request) => void
}

export function linkRoutes(needs: Needs) {
  return {
    async 'links.shorten'({ query }) {
      const short = await shortenLink(needs, query.longUrl, query.profile)
      return new Response(short, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
    },

    async 'links.follow'({ params, request }) {
      const code = params.code.replace('+', '')
      if (code !== params.code) return lookPage(code)
      const link = await followLink(needs, code).catch((error: unknown) => {
        const isGone = isRefused(error) && error.problem.type === '/problems/gone'
        if (isGone && /text\/html/.test(request.headers.get('accept') ?? '')) return null
        throw error
      })
      // A person reads on a page what became of it; the page says 410 too.
      if (!link) return lookPage(code)
      const { longUrl, subjectId } = link
      needs.countClick(subjectId, longUrl, request)
      return new Response(null, {
        status: 302,
        headers: { location: longUrl, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      })
    },
    'links.look': ({ params }) => readLink(needs, params.code),
  } satisfies Partial<Handlers>
}

const lookPage = (code: string) => new Response(null, { status: 302, headers: { location: lookHref(code), 'cache-control': 'no-store' } })
