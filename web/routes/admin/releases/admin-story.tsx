import { useActionData } from 'react-router'
import type { FormError } from '../../../features/admin/admin-view.ts'
import { readStory } from '../../../features/admin/releases/read-forms.ts'
import { blankSlide, releasesHref, storyHref, viewOfSlide, type StoryView } from '../../../features/admin/releases/releases-view.ts'
import { StoryForm } from '../../../features/admin/releases/story-form.tsx'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { publishStory } from './publish-story.ts'

type View = { story: StoryView; places: number; isBuiltIn: boolean; productName: string }

export const loader = adminLoader('/releases', load, {
  title: ({ story }, t) => [t(story.storyId ? 'admin.releases.story' : 'admin.releases.storyNew')],
  done: {
    saved: ({ t }) => ({ text: t('admin.releases.saved') }),
    draft: ({ t }) => ({ text: t('admin.releases.draftSaved') }),
  },
})

export const action = adminAction({ publish, draft: publish, remove })
export { meta } from '../admin-page.tsx'
export default adminPage(({ story, ...around }: View) => {
  const sent = useActionData<FormError & { view?: StoryView }>()
  return <StoryForm key={story.storyId} {...around} story={sent?.view ?? story} error={sent ?? null} />
})

async function load({ releases: { stories }, id, t, site: { productName } }: PageRequest): Promise<View | 'story'> {
  const place = stories.groups.findIndex(({ storyId }) => storyId === id)
  const found = stories.groups[place]
  if (!found && id !== 'new') return 'story'
  const story: StoryView = found
    ? {
        storyId: found.storyId,
        updateTitle: found.updateTitle,
        isDraft: found.isDraft === true,
        place: place + 1,
        slides: found.stories.map(viewOfSlide),
      }
    : { storyId: '', updateTitle: t('admin.releases.heading', { product: productName }), isDraft: false, place: 1, slides: [blankSlide] }
  return { story, places: stories.groups.length + (found ? 0 : 1), isBuiltIn: stories.isBuiltIn, productName }
}

async function publish({ request, call, releases, form }: Sent): ReturnType<Act> {
  const typed = { ...readStory(form), isAgain: form.has('again') }
  const { storyId, error, view } = await publishStory(request, { call }, releases, typed)
  return error ? { ...error, view } : doneAt(storyHref(storyId), view.isDraft ? 'draft' : 'saved')
}

async function remove({ call, releases: { stories }, id }: Sent) {
  const groups = stories.groups.filter(({ storyId }) => storyId !== id)
  await call('releases.publishStories', { input: { groups } })
  return doneAt(releasesHref, 'removed')
}
