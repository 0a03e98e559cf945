import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { CardNotice } from '../features/cards/card-notice.tsx'
import { useSay } from '../i18n/use-say.ts'
import signpost from '../ui/art/spot-signpost.svg?url'
import { CardShell, sayFor, shellOf } from './parts/card-shell.tsx'
import { metas } from './parts/metas.ts'
import { openCard } from './parts/open-card.ts'

/** A page nobody made, under the address of a card that is there. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const path = `/${args.params['*'] ?? ''}`
  const section = sayFor(args.request)('unknown.title')
  return data({ path, shell: shellOf(open, args, { page: null, section }) }, { status: 404 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.shell.head) : [])

export default function UnknownPage() {
  const { path, shell } = useLoaderData<typeof loader>()
  const say = useSay()
  return (
    <CardShell shell={shell} part="notice">
      <CardNotice art={signpost} title={say('unknown.title')}>
        <p>{say('unknown.sentence', { address: path })}</p>
        <a className="btn large solid" href={cardHref(shell.frame.address, 'home')}>
          {say('restricted.backToCard')}
        </a>
      </CardNotice>
    </CardShell>
  )
}
