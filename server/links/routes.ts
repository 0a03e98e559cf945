import { isProblem } from '#contract/api.ts'
import { linkPreviewHref, withSource } from '#contract/pages.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { followLink, readLink } from './read-link.ts'
import { shortenLink } from './shorten-link.ts'

type Deps = {
  db: Db
  clock: Clock
  settings: Pick<Settings, 'plans' | 'publicUrl'>
  countClick: (subjectId: string, longUrl: string, request: Request) => void
}

export function linkRoutes(deps: Deps) {
  return {
    async 'links.shorten'({ query }) {
      const short = await shortenLink(deps, query.longUrl, query.profile)
      return new Response(short, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
    },

    async 'links.follow'({ params, request }) {
      const code = params.code.replace('+', '')
      if (code !== params.code) return redirectToPreview(code)
      const link = await followLink(deps, code).catch((error: unknown) => {
        const isGone = isProblem(error) && error.problem.type === '/problems/gone'
        if (isGone && /text\/html/.test(request.headers.get('accept') ?? '')) return null
        throw error
      })
      // Browsers get a page that explains it, also with status 410.
      if (!link) return redirectToPreview(code)
      const { longUrl, subjectId } = link
      const isOwnPage = longUrl.startsWith(`${deps.settings.publicUrl}/`)
      deps.countClick(subjectId, longUrl, request)
      return new Response(null, {
        status: 302,
        headers: {
          location: isOwnPage ? withSource(longUrl, 'short') : longUrl,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        },
      })
    },
    'links.preview': ({ params }) => readLink(deps, params.code),
  } satisfies Partial<Handlers>
}

const redirectToPreview = (code: string) =>
  new Response(null, { status: 302, headers: { location: linkPreviewHref(code), 'cache-control': 'no-store' } })
