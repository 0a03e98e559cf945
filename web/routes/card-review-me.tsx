import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { InnerPage } from '../features/cards/inner-page.tsx'
import { ReviewMe } from '../features/cards/review-me.tsx'
import { reviewMeView } from '../features/cards/review-me-view.ts'
import { useSay } from '../i18n/use-say.ts'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { readComponents } from './parts/read-components.ts'
import { sayFor } from './parts/say-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'review')
  const say = sayFor(args.request)
  const title = say('menu.review', { team: open.card.profile === 2 })
  const components = await readComponents(open, args.context)
  return { head: cardHead(open, args, { page: 'review', section: title }), title, view: reviewMeView(open, say, components) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function ReviewMePage() {
  const { title, view } = useLoaderData<typeof loader>()
  const say = useSay()
  return (
    <InnerPage title={title} lead={say(view.rows.length > 0 ? 'review.lead' : 'review.noLink')}>
      <ReviewMe view={view} />
    </InnerPage>
  )
}
