import type { Handlers } from '#server/http/mount.ts'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Settings } from '#server/settings.ts'
import { followLink } from './follow-link.ts'
import { shortenLink } from './shorten-link.ts'

type Needs = {
  db: Db
  clock: Clock
  settings: Pick<Settings, 'publicUrl'>
  countClick: (subjectId: string, longUrl: string, request: Request) => void
}

export function linkRoutes(needs: Needs): Handlers {
  return {
    async 'links.shorten'({ query }) {
      const short = await shortenLink(needs, query.longUrl, query.profile)
      return new Response(short, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
    },

    async 'links.follow'({ params, request }) {
      const { longUrl, subjectId } = await followLink(needs.db, params.code)
      needs.countClick(subjectId, longUrl, request)
      return new Response(null, {
        status: 302,
        headers: { location: longUrl, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      })
    },
  }
}
