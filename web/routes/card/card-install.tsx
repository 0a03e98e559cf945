import { useEffect } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteLoaderData } from 'react-router'
import { displayName } from '#common/text/display-name.ts'
import { requestBrowser } from '#common/browser/install-browser.ts'
import { cardHref } from '#contract/pages.ts'
import { installVideosOf } from '../../features/install/install-videos.ts'
import { InstallPage } from '../../features/install/install-page.tsx'
import { siteContext } from '../../platform/router-context.ts'
import type { loader as cardLoader } from './card.tsx'
import { cardHead } from './shell/card-head.ts'
import { metas } from '../metas.ts'
import { openCard } from '../../loaders/open-card.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const { profile, firstName, hideProfileImageOnHomepage } = open.card
  const head = { ...cardHead(open, args, { page: null, section: translateFor(args.request)('page.install') }), isListed: false }
  return {
    head,
    name: (profile === 2 ? '' : firstName) || displayName(open.card),
    showsPortrait: !hideProfileImageOnHomepage,
    videos: installVideosOf(args.context.get(siteContext)),
    here: requestBrowser(args.request.headers.get('user-agent')),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Install() {
  const { name, showsPortrait, videos, here } = useLoaderData<typeof loader>()
  const { address, name: fullName, title, company, portrait, initials, isTeam } = useFrame()
  const { alias } = address
  const isOwn = Boolean(useRouteLoaderData<typeof cardLoader>('card')?.viewer)
  // The first start after the installation may be offline.
  useEffect(() => void import('../../features/offline/precache-card.ts').then(({ precacheCard }) => precacheCard(alias)), [alias])
  return (
    <InstallPage
      card={{
        alias,
        name,
        fullName,
        line: [title, company].filter(Boolean).join(', '),
        isTeam,
        showsPortrait,
        portrait: portrait?.src ?? null,
        initials,
        homeHref: cardHref({ alias }, 'home'),
        accountHref: isOwn ? `/account?${new URLSearchParams({ card: alias })}` : null,
      }}
      videos={videos}
      served={here}
    />
  )
}
