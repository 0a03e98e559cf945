import { cardFields, draftNames, editorSections, type DraftName, type EditorSection } from '#contract/cards/card-fields.ts'
import type { CardPage } from '#contract/pages.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { DraftKey } from './draft/edited.ts'

/** The editor's sections, and the page of the card that shows each. What each edits is in the table of fields. */
export const sections = {
  profile: { label: 'editor.profile', page: 'home' },
  look: { label: 'editor.look', page: 'home' },
  home: { label: 'editor.home', page: 'home' },
  links: { label: 'editor.links', page: 'connect' },
  menu: { label: 'editor.menu', page: 'home' },
  reviews: { label: 'editor.reviews', page: 'reviews' },
  video: { label: 'editor.video', page: 'home' },
  texts: { label: 'editor.texts', page: 'home' },
  search: { label: 'editor.search', page: 'home' },
  versions: { label: 'editor.versions', page: 'home' },
  card: { label: 'editor.card', page: 'home' },
} as const satisfies Record<EditorSection, { label: MessageKey; page: CardPage }>

export type SectionName = EditorSection
export const sectionNames = editorSections

export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

/** Pictures that are not of the person. */
const lookPicture = /^pictures\.(background|logo|card)/

/** The field that a path such as services.2.directLink leads into. */
export const fieldAt = (path: string): DraftName | undefined => draftNames.find((name) => path === name || path.startsWith(`${name}.`))

/** Where a thing is edited. */
export function sectionOf(path: string): SectionName {
  if (lookPicture.test(path)) return 'look'
  const name = fieldAt(path)
  return name ? cardFields[name].section : 'profile'
}

export const editHref = (alias: string, section: SectionName = 'profile') => `/account/edit/${alias}/${section}`

export const countDrafted = (keys: readonly DraftKey[]): Partial<Record<SectionName, number>> => {
  const counts: Partial<Record<SectionName, number>> = {}
  for (const key of keys) {
    const section = sectionOf(key)
    counts[section] = (counts[section] ?? 0) + 1
  }
  return counts
}

/** What one click decides as a whole: a palette, the kind of a video. */
const decidedTogether = [
  /^eCard(\w*Color|ContactBackground|IconBackground)$/,
  /^show(Video|VimeoVideo)OnHomepage$/,
  /^show(Video|VimeoVideo)OnDesktopHomepage$/,
]

/** How many changes of a draft a person would count. */
export const countChanges = (keys: readonly string[]): number =>
  new Set(keys.map((key) => decidedTogether.find((whole) => whole.test(key)) ?? key)).size
