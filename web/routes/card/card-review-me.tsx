import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { InnerPage } from '../../features/cards/frame/inner-page.tsx'
import { ReviewMe } from '../../features/cards/pages/review-me.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { cardHead } from './shell/card-head.ts'
import { readComponents, viewContext } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { isPreview, openCardPage } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { readViewer } from './shell/read-viewer.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'review')
  const [components, viewer] = await Promise.all([readComponents(open, args), isPreview(args) ? null : readViewer(open, args)])
  const page = pageViews.review({ ...viewContext(open, args), components }, viewer !== null)
  return { head: cardHead(open, args, { page: 'review', section: page.title }), ...page }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function ReviewMePage() {
  const { title, view } = useLoaderData<typeof loader>()
  const t = useTranslate()
  return (
    <InnerPage title={title} lead={t(view.rows.length > 0 ? 'review.lead' : 'review.none')}>
      <ReviewMe view={view} />
    </InnerPage>
  )
}
