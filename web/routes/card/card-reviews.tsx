import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { InnerPage } from '../../features/cards/frame/inner-page.tsx'
import { NoReviews } from '../../features/reviews/no-reviews.tsx'
import { Reviews } from '../../features/reviews/reviews.tsx'
import { cardHead } from './shell/card-head.ts'
import { viewContext, loadProviderReviews } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { openCardPage } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { serviceMark } from '../shell/service-mark.tsx'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'reviews')
  const page = pageViews.reviews({ ...viewContext(open, args), reviewed: await loadProviderReviews(open, args) })
  return { head: cardHead(open, args, { page: 'reviews', section: page.title }), ...page }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function ReviewsPage() {
  const { title, view, nothing } = useLoaderData<typeof loader>()
  const { name } = useFrame()
  return (
    <InnerPage title={title}>
      {nothing ? <NoReviews name={name} ways={nothing.ways} /> : <Reviews view={view} glyphOf={serviceMark} />}
    </InnerPage>
  )
}
