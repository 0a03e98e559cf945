import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { deskHref, tourHref } from '../../features/admin/desk-view.ts'
import { readTour } from '../../features/admin/read-forms.ts'
import { TourForm } from '../../features/admin/tour-form.tsx'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { published } from './desk-trouble.ts'
import { metas } from '../metas.ts'
import { openDesk, toldIn } from './open-desk.ts'
import { translateFor } from '../translate-for.ts'
import { fieldOf } from './tried.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { tour } = await openDesk(args)
  const { productName } = args.context.get(siteContext)
  return { tour, told: toldIn(args.request), title: `${translateFor(args.request)('desk.tour')} | ${productName}` }
}

export async function action(args: ActionFunctionArgs) {
  await openDesk(args)
  const form = await args.request.formData()
  const { call } = args.context.get(apiContext)
  if (fieldOf(form, 'intent') === 'reset') {
    await call('releases.publishTour', { input: { steps: null } })
    throw redirect(`${deskHref}?told=ours`)
  }
  const steps = readTour(form)
  const send = () => call('releases.publishTour', { input: { steps } })
  const trouble = await published(args.request, send, (path) => path.replace(/^steps\./, 'step.'))
  if (trouble) return data({ trouble, steps }, { status: 422 })
  throw redirect(`${tourHref}?told=saved`)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OperatorTour() {
  const { tour, told } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return <TourForm steps={sent?.steps ?? tour.steps} isOurs={tour.isOurs} told={sent ? null : told} trouble={sent?.trouble ?? null} />
}
