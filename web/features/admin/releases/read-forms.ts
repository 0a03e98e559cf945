import type { StoryGroup, TourStep, VersionNews } from '#contract/cards/releases.ts'
import { tourTargets, type SlideView, type StoryView, type VersionView } from './releases-view.ts'

const slidesMax = 12
const word = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n') : ''
}

export type TypedStory = { view: StoryView; pictures: (File | null)[] }

/** A story as it was typed, without slides marked for removal and without an empty last one. */
export function readStory(form: FormData): TypedStory {
  const slides: SlideView[] = []
  const pictures: (File | null)[] = []
  for (let index = 0; index < slidesMax && form.has(`slide.${index}.title`); index++) {
    const at = (name: string) => word(form, `slide.${index}.${name}`)
    const file = form.get(`slide.${index}.picture`)
    const picture = file instanceof File && file.size > 0 ? file : null
    const isBlank = !picture && ['title', 'content', 'url', 'label', 'href'].every((name) => at(name) === '')
    if (at('remove') || (isBlank && slides.length > 0)) continue
    pictures.push(picture)
    slides.push({
      title: at('title'),
      content: at('content'),
      url: at('noPicture') ? '' : at('url'),
      size: at('size'),
      seconds: at('seconds'),
      isPro: at('isPro') === 'on',
      ground: at('ground'),
      label: at('label'),
      href: at('href'),
    })
  }
  const place = Math.max(1, Math.trunc(Number(word(form, 'place'))) || 1)
  const isDraft = word(form, 'intent') === 'draft'
  return { view: { storyId: word(form, 'storyId'), updateTitle: word(form, 'updateTitle'), isDraft, place, slides }, pictures }
}

/** As the contract takes it, which validates it. */
export function storyInput({ updateTitle, isDraft, slides }: StoryView, storyId: string): StoryGroup & { isDraft?: boolean } {
  const stories = slides.map(({ seconds, label, href, size, ...slide }) => ({
    ...slide,
    size: size === 'contain' ? ('contain' as const) : ('cover' as const),
    duration: Math.round(Number(seconds.replace(',', '.')) * 1000),
    action: label || href ? { label, href } : null,
  }))
  return { storyId, updateTitle, stories, ...(isDraft ? { isDraft } : {}) }
}

/** A unique id for a new story, or one that is shown again. */
export function freeId(title: string, taken: readonly string[]): string {
  const base =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'story'
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(id)) return id
  }
}

export function readTour(form: FormData): TourStep[] {
  return tourTargets.map((_, index) => ({
    target: word(form, `step.${index}.target`),
    title: word(form, `step.${index}.title`),
    content: word(form, `step.${index}.content`),
  }))
}

export function readVersion(form: FormData): VersionView {
  return {
    version: word(form, 'version'),
    date: word(form, 'date'),
    versionHistory: word(form, 'versionHistory'),
    updates: word(form, 'updates'),
  }
}

/** Each line is one change. */
export const versionInput = ({ updates, ...version }: VersionView): VersionNews => ({
  ...version,
  updates: updates
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
})
