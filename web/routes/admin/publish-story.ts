import { isRefused, type Api } from '#contract/api.ts'
import type { Desk } from '#contract/cards/releases.ts'
import type { StoryView, Trouble } from '../../features/admin/desk-view.ts'
import { freeId, storyInput, type TypedStory } from '../../features/admin/read-forms.ts'
import { published } from './desk-trouble.ts'
import { translateFor } from '../translate-for.ts'

type Typed = TypedStory & { isAgain: boolean }
export type StoryAnswer = { storyId: string; trouble: Trouble | null; view: StoryView }

/** Puts one story in its place among the others, with its pictures. */
export async function publishStory(request: Request, { call }: Api, { stories }: Desk, typed: Typed): Promise<StoryAnswer> {
  const { storyId: before, place } = typed.view
  const { view, faults } = await withPictures(request, { call }, typed)
  if (Object.keys(faults).length > 0) return { storyId: before, view, trouble: { message: translateFor(request)('desk.correct'), faults } }

  const others = stories.groups.filter(({ storyId }) => storyId !== before)
  const taken = stories.groups.map(({ storyId }) => storyId)
  const isFresh = before === '' || typed.isAgain
  const storyId = isFresh ? freeId(before.replace(/-\d+$/, '') || (view.slides[0]?.title ?? ''), taken) : before
  const at = Math.min(place - 1, others.length)
  const groups = [...others.slice(0, at), storyInput(view, storyId), ...others.slice(at)]
  const send = () => call('releases.publishStories', { input: { groups } })
  return { storyId, view, trouble: await published(request, send, (path) => fieldOf(path, at)) }
}

async function withPictures(request: Request, { call }: Api, { view, pictures }: TypedStory) {
  const faults: Record<string, string> = {}
  const slides = [...view.slides]
  for (const [index, picture] of pictures.entries()) {
    const slide = slides[index]
    if (!picture || !slide) continue
    try {
      const data = Buffer.from(await picture.arrayBuffer()).toString('base64')
      const { url } = await call('releases.addPicture', { input: { data } })
      slides[index] = { ...slide, url }
    } catch (thrown) {
      if (!isRefused(thrown) || ![413, 422].includes(thrown.problem.status)) throw thrown
      faults[`slide.${index}.picture`] = translateFor(request)('desk.faultPicture')
    }
  }
  return { view: { ...view, slides }, faults }
}

/** `groups.2.stories.0.title` is the field `slide.0.title`, where 2 is where this story stands. */
function fieldOf(path: string, at: number): string | null {
  const own = `groups.${at}.`
  if (!path.startsWith(own)) return null
  return path.slice(own.length).replace(/^stories\./, 'slide.')
}
