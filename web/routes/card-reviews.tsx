import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { InnerPage } from '../features/cards/inner-page.tsx'
import { NoReviews } from '../features/reviews/no-reviews.tsx'
import { Reviews } from '../features/reviews/reviews.tsx'
import { cardHead } from './parts/card-head.ts'
import { givenFor, reviewedOf } from './parts/given-for.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { pageFacts } from './parts/page-facts.ts'
import { serviceMark } from './parts/service-mark.tsx'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'reviews')
  const facts = pageFacts.reviews({ ...givenFor(open, args), reviewed: await reviewedOf(open, args) })
  return { head: cardHead(open, args, { page: 'reviews', section: facts.title }), ...facts }
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
