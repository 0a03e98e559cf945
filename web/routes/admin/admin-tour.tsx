import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { releasesHref, tourHref } from '../../features/admin/releases/releases-view.ts'
import { readTour } from '../../features/admin/releases/read-forms.ts'
import { TourForm } from '../../features/admin/releases/tour-form.tsx'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { tryToSend } from '../../loaders/try-to-send.ts'
import { metas } from '../metas.ts'
import { openAdmin } from '../../loaders/open-admin.ts'
import { doneAt, doneIn } from './done.ts'
import { adminTitle } from './page-title.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { fieldOf } from '../../loaders/submit-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { tour } = await openAdmin(args)
  const { productName } = args.context.get(siteContext)
  const t = translateFor(args.request)
  return { tour, done: await doneIn(args.request), title: adminTitle({ t, productName }, t('admin.releases.tour'), t('admin.news')) }
}

export async function action(args: ActionFunctionArgs) {
  await openAdmin(args)
  const form = await args.request.formData()
  const { call } = args.context.get(apiContext)
  if (fieldOf(form, 'intent') === 'reset') {
    await call('releases.publishTour', { input: { steps: null } })
    throw redirect(doneAt(releasesHref, 'builtIn'))
  }
  const steps = readTour(form)
  const send = () => call('releases.publishTour', { input: { steps } })
  const error = await tryToSend(args.request, send, (path) => path.replace(/^steps\./, 'step.'))
  if (error) return data({ error, steps }, { status: 422 })
  throw redirect(doneAt(tourHref, 'saved'))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AdminTour() {
  const { tour, done } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return <TourForm steps={sent?.steps ?? tour.steps} isBuiltIn={tour.isBuiltIn} done={sent ? null : done} error={sent?.error ?? null} />
}
