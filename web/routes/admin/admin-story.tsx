import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { blankSlide, releasesHref, storyHref, viewOfSlide, type StoryView } from '../../features/admin/releases/releases-view.ts'
import { readStory } from '../../features/admin/releases/read-forms.ts'
import { StoryForm } from '../../features/admin/releases/story-form.tsx'
import { MissingPage } from '../../features/admin/missing-page.tsx'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { metas } from '../metas.ts'
import { openAdmin } from '../../loaders/open-admin.ts'
import { doneAt, doneIn } from './done.ts'
import { missingThing } from './missing-thing.ts'
import { adminTitle } from './page-title.ts'
import { publishStory } from './publish-story.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { fieldOf } from '../../loaders/submit-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { stories } = await openAdmin(args)
  const wanted = args.params['storyId'] ?? ''
  const place = stories.groups.findIndex(({ storyId }) => storyId === wanted)
  const found = stories.groups[place]
  if (!found && wanted !== 'new') return missingThing(args, 'story')
  const { productName } = args.context.get(siteContext)
  const t = translateFor(args.request)
  const story: StoryView = found
    ? {
        storyId: found.storyId,
        updateTitle: found.updateTitle,
        isDraft: found.isDraft === true,
        place: place + 1,
        slides: found.stories.map(viewOfSlide),
      }
    : { storyId: '', updateTitle: t('admin.releases.heading', { product: productName }), isDraft: false, place: 1, slides: [blankSlide] }
  const places = stories.groups.length + (found ? 0 : 1)
  const title = adminTitle({ t, productName }, t(found ? 'admin.releases.story' : 'admin.releases.storyNew'), t('admin.news'))
  return { story, places, isBuiltIn: stories.isBuiltIn, productName, done: await doneIn(args.request), title }
}

export async function action(args: ActionFunctionArgs) {
  const content = await openAdmin(args)
  const form = await args.request.formData()
  const api = args.context.get(apiContext)
  if (fieldOf(form, 'intent') === 'remove') {
    const groups = content.stories.groups.filter(({ storyId }) => storyId !== args.params['storyId'])
    await api.call('releases.publishStories', { input: { groups } })
    throw redirect(doneAt(releasesHref, 'removed'))
  }
  const typed = { ...readStory(form), isAgain: form.has('again') }
  const { storyId, error, view } = await publishStory(args.request, api, content, typed)
  if (error) return data({ error, view }, { status: 422 })
  throw redirect(doneAt(storyHref(storyId), view.isDraft ? 'draft' : 'saved'))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AdminStory() {
  const loaded = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  if ('missing' in loaded) return <MissingPage what={loaded.missing} />
  const { story, places, isBuiltIn, productName, done } = loaded
  const around = { places, isBuiltIn, productName, done: sent ? null : done }
  return <StoryForm key={story.storyId} {...around} story={sent?.view ?? story} error={sent?.error ?? null} />
}
