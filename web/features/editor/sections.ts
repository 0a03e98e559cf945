import { cardFields, draftNames, editorSections, type DraftName, type EditorSection } from '#contract/cards/card-fields.ts'
import type { CardPage } from '#contract/pages.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { DraftKey } from './draft/edited.ts'

/** The editor's sections, and the card page that previews each. Their fields are in `cardFields`. */
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

/** Pictures that do not show the person. */
const lookPicture = /^pictures\.(background|logo|card)/

/** The field of a path such as `services.2.directLink`. */
export const fieldAt = (path: string): DraftName | undefined => draftNames.find((name) => path === name || path.startsWith(`${name}.`))

/** The section that edits a path. */
export function sectionOf(path: string): SectionName {
  if (lookPicture.test(path)) return 'look'
  const name = fieldAt(path)
  return name ? cardFields[name].section : 'profile'
}

export const editHref = (alias: string, section: SectionName = 'profile') => `/account/edit/${alias}/${section}`

/** The element ID of a field, for links to it: `#field-bio`. */
export const anchorOf = (name: DraftKey) => `field-${name}`

export const countDrafted = (keys: readonly DraftKey[]): Partial<Record<SectionName, number>> => {
  const counts: Partial<Record<SectionName, number>> = {}
  for (const key of keys) {
    const section = sectionOf(key)
    counts[section] = (counts[section] ?? 0) + 1
  }
  return counts
}

/** Fields that one click sets together: a palette, the kind of video. */
const setTogether = [
  /^eCard(\w*Color|ContactBackground|IconBackground)$/,
  /^show(Video|VimeoVideo)OnHomepage$/,
  /^show(Video|VimeoVideo)OnDesktopHomepage$/,
]

/** The number of changes as a person would count them. */
export const countChanges = (keys: readonly string[]): number =>
  new Set(keys.map((key) => setTogether.find((whole) => whole.test(key)) ?? key)).size
