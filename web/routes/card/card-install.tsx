import { useEffect } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { displayName } from '#contract/text/display-name.ts'
import { servedHereOf } from '#contract/install-browser.ts'
import { cardHref } from '#contract/pages.ts'
import { filmsOf } from '../../features/install/films.ts'
import { InstallPage } from '../../features/install/install-page.tsx'
import { siteContext } from '../../platform/provided.ts'
import { cardHead } from './shell/card-head.ts'
import { metas } from '../metas.ts'
import { openCard } from './shell/open-card.ts'
import { translateFor } from '../translate-for.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const { profile, firstName, hideProfileImageOnHomepage } = open.card
  const head = { ...cardHead(open, args, { page: null, section: translateFor(args.request)('page.install') }), isListed: false }
  return {
    head,
    name: (profile === 2 ? '' : firstName) || displayName(open.card),
    showsPortrait: !hideProfileImageOnHomepage,
    films: filmsOf(args.context.get(siteContext)),
    here: servedHereOf(args.request.headers.get('user-agent')),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Install() {
  const { name, showsPortrait, films, here } = useLoaderData<typeof loader>()
  const { address, name: fullName, title, company, portrait, initials, isTeam } = useFrame()
  const { alias } = address
  // Whoever installs it may start it without a connection the first time.
  useEffect(() => void import('../../features/offline/keep-card.ts').then(({ keepCard }) => keepCard(alias)), [alias])
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
      }}
      films={films}
      served={here}
    />
  )
}
