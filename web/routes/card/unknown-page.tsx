import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { CardNotice } from '../../features/cards/frame/card-notice.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import signpost from '../../ui/art/spot-signpost.svg?url'
import { PageLink } from '../../ui/page-link.tsx'
import { cardHead } from './shell/card-head.ts'
import { metas } from '../metas.ts'
import { openCard } from '../../loaders/open-card.ts'
import { useFrame } from './shell/use-frame.ts'

/** An unknown path under a card's address. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const path = `/${args.params['*'] ?? ''}`
  const section = translateFor(args.request)('unknown.title')
  return data({ path, head: cardHead(open, args, { page: null, section }) }, { status: 404 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function UnknownPage() {
  const { path } = useLoaderData<typeof loader>()
  const { address } = useFrame()
  const t = useTranslate()
  return (
    <CardNotice art={signpost} title={t('unknown.title')}>
      <p>{t('unknown.sentence', { address: path })}</p>
      <PageLink className="btn large solid" href={cardHref(address, 'home')}>
        {t('restricted.backToCard')}
      </PageLink>
    </CardNotice>
  )
}
