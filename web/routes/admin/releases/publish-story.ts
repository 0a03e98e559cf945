import { isProblem, type Api } from '#contract/api.ts'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import type { FormError } from '../../../features/admin/admin-view.ts'
import type { StoryView } from '../../../features/admin/releases/releases-view.ts'
import { freeId, storyInput, type TypedStory } from '../../../features/admin/releases/read-forms.ts'
import { tryToSend } from '../../../loaders/try-to-send.ts'
import { translateFor } from '../../../loaders/translate-for.ts'

type Typed = TypedStory & { isAgain: boolean }
type StoryAnswer = { storyId: string; error: FormError | null; view: StoryView }

/** Publishes one story at its position, with its images. */
export async function publishStory(request: Request, { call }: Api, { stories }: ReleasesAdmin, typed: Typed): Promise<StoryAnswer> {
  const { storyId: before, place } = typed.view
  const { view, errors } = await withPictures(request, { call }, typed)
  if (Object.keys(errors).length > 0)
    return { storyId: before, view, error: { message: translateFor(request)('admin.releases.correct'), errors } }

  const others = stories.groups.filter(({ storyId }) => storyId !== before)
  const taken = stories.groups.map(({ storyId }) => storyId)
  const isFresh = before === '' || typed.isAgain
  const storyId = isFresh ? freeId(before.replace(/-\d+$/, '') || (view.slides[0]?.title ?? ''), taken) : before
  const at = Math.min(place - 1, others.length)
  const groups = [...others.slice(0, at), storyInput(view, storyId), ...others.slice(at)]
  const send = () => call('releases.publishStories', { input: { groups } })
  return { storyId, view, error: await tryToSend(request, send, (path) => fieldOf(path, at)) }
}

async function withPictures(request: Request, { call }: Api, { view, pictures }: TypedStory) {
  const errors: Record<string, string> = {}
  const slides = [...view.slides]
  for (const [index, picture] of pictures.entries()) {
    const slide = slides[index]
    if (!picture || !slide) continue
    try {
      const data = Buffer.from(await picture.arrayBuffer()).toString('base64')
      const { url } = await call('releases.addPicture', { input: { data } })
      slides[index] = { ...slide, url }
    } catch (thrown) {
      if (!isProblem(thrown) || ![413, 422].includes(thrown.problem.status)) throw thrown
      errors[`slide.${index}.picture`] = translateFor(request)('admin.releases.issuePicture')
    }
  }
  return { view: { ...view, slides }, errors }
}

/** `groups.2.stories.0.title` is the field `slide.0.title`, where 2 is the story's position. */
function fieldOf(path: string, at: number): string | null {
  const own = `groups.${at}.`
  if (!path.startsWith(own)) return null
  return path.slice(own.length).replace(/^stories\./, 'slide.')
}
