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

/** The pages of the editor, each with its sections. */
export const groups = {
  profile: { label: 'editor.profile', sections: ['profile'] },
  design: { label: 'editor.design', sections: ['look', 'home', 'video'] },
  pages: { label: 'editor.pages', sections: ['links', 'menu', 'reviews', 'versions'] },
  sharing: { label: 'editor.sharing', sections: ['texts', 'search'] },
  settings: { label: 'editor.settings', sections: ['card'] },
} as const satisfies Record<string, { label: MessageKey; sections: readonly [SectionName, ...SectionName[]] }>

export type GroupName = keyof typeof groups
export const groupNames = Object.keys(groups) as GroupName[]
export const sectionsIn = (group: GroupName): readonly [SectionName, ...SectionName[]] => groups[group].sections
export const groupOf = (section: SectionName): GroupName => groupNames.find((group) => sectionsIn(group).includes(section)) ?? 'profile'

export const isGroup = (name: string): name is GroupName => Object.hasOwn(groups, name)
const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

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

export const groupHref = (alias: string, group: GroupName) => `/account/edit/${alias}/${group}`

/** The address of a section: its page, scrolled to it unless it's the first. */
export function editHref(alias: string, section: SectionName = 'profile') {
  const group = groupOf(section)
  return groupHref(alias, group) + (sectionsIn(group)[0] === section ? '' : `#${sectionAnchorOf(section)}`)
}

/** The element ID of a section. The page has other elements with the names alone. */
export const sectionAnchorOf = (section: SectionName) => `section-${section}`

/** Where an address without a page of the editor leads: each section had one. The section is in the query, so that browsers keep the hash. */
export function movedHref(alias: string, name: string, search: string): string {
  if (!isSection(name)) return groupHref(alias, 'profile') + search
  const query = new URLSearchParams(search)
  query.set('section', name)
  return `${groupHref(alias, groupOf(name))}?${query}`
}

/** The section that an address names. */
export function sectionAt({ hash, search }: { hash: string; search: string }): SectionName | null {
  const name = hash ? hash.replace(/^#section-/, '') : (new URLSearchParams(search).get('section') ?? '')
  return isSection(name) ? name : null
}

/** The element ID of a field, for links to it: `#field-bio`. */
export const anchorOf = (name: DraftKey) => `field-${name}`

/** The pages with unpublished changes. */
export const draftedGroups = (keys: readonly DraftKey[]): ReadonlySet<GroupName> => new Set(keys.map((key) => groupOf(sectionOf(key))))

/** Fields that one click sets together: a palette, the kind of video. */
const setTogether = [
  /^eCard(\w*Color|ContactBackground|IconBackground)$/,
  /^show(Video|VimeoVideo)OnHomepage$/,
  /^show(Video|VimeoVideo)OnDesktopHomepage$/,
]

/** The number of changes as a person would count them. */
export const countChanges = (keys: readonly string[]): number =>
  new Set(keys.map((key) => setTogether.find((whole) => whole.test(key)) ?? key)).size
