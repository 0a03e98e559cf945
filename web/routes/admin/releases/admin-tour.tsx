import { useActionData } from 'react-router'
import type { ReleasesAdmin, TourStep } from '#contract/cards/releases.ts'
import type { FormError } from '../../../features/admin/admin-view.ts'
import { readTour } from '../../../features/admin/releases/read-forms.ts'
import { releasesHref, tourHref } from '../../../features/admin/releases/releases-view.ts'
import { TourForm } from '../../../features/admin/releases/tour-form.tsx'
import { tryToSend } from '../../../loaders/try-to-send.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

export const loader = adminLoader('/releases', async ({ releases }) => releases.tour, {
  title: (_, t) => [t('admin.releases.tour')],
  done: { saved: ({ t }) => ({ text: t('admin.releases.saved') }) },
})
export const action = adminAction({ publish, reset })
export { meta } from '../admin-page.tsx'
export default adminPage(({ steps, isBuiltIn }: ReleasesAdmin['tour']) => {
  const sent = useActionData<FormError & { steps?: TourStep[] }>()
  return <TourForm steps={sent?.steps ?? steps} isBuiltIn={isBuiltIn} error={sent ?? null} />
})

async function publish({ request, call, form }: Sent): ReturnType<Act> {
  const steps = readTour(form)
  const send = () => call('releases.publishTour', { input: { steps } })
  const error = await tryToSend(request, send, (path) => path.replace(/^steps\./, 'step.'))
  return error ? { ...error, steps } : doneAt(tourHref, 'saved')
}

/** Back to the built-in tour. */
async function reset({ call }: Sent) {
  await call('releases.publishTour', { input: { steps: null } })
  return doneAt(releasesHref, 'builtIn')
}
