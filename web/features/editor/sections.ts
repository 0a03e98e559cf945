import type { CardPage } from '#contract/pages.ts'
import type { EveryKey } from '../../i18n/say.ts'
import type { DraftKey } from './edited.ts'

/** The editor's sections: what each decides, and the page of the card that shows it. */
export const sections = {
  profile: {
    label: 'editor.profile',
    page: 'home',
    keys: /^(firstName|lastName|fullName|title|bio|company|emailAddress|phoneNumber|telPhone|officePhone|directPhone|profile$|pictures(?!\.(background|logo|card)))/,
  },
  look: {
    label: 'editor.look',
    page: 'home',
    keys: /^(eCardTheme|eCard\w*Colou?r|eCardContactBackground|eCardIconBackground|eCard\w+Image|preview|settings\.iconPack|pictures\.)/,
  },
  home: {
    label: 'editor.home',
    page: 'home',
    keys: /^(settings\.(homepage|licenseNumber|tagLine|triggerAction|mobileLayoutAlign|mobileFontSize|QRCode)|hideProfile)/,
  },
  links: { label: 'editor.links', page: 'connect', keys: /^services/ },
  menu: { label: 'editor.menu', page: 'home', keys: /^menus/ },
  reviews: { label: 'editor.reviews', page: 'reviews', keys: /^(reviews|show\w*Reviews|zillow|gradeServiceTemplateId)/ },
  video: { label: 'editor.video', page: 'home', keys: /[vV]ideo/ },
  texts: { label: 'editor.texts', page: 'home', keys: /^(share|review)By/ },
  search: { label: 'editor.search', page: 'home', keys: /^(digitalBusinessCard|isListed|eCardGoogle|eCardFacebook)/ },
  versions: { label: 'editor.versions', page: 'home', keys: /^versions/ },
  card: {
    label: 'editor.card',
    page: 'home',
    keys: /^(eCardEnabled|experiments|language|tags|settings\.(connectClientsSetting|skipLoginPrompt))/,
  },
} as const satisfies Record<string, { label: EveryKey; page: CardPage; keys: RegExp }>

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as SectionName[]

export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

/** Where a thing is edited. */
export const sectionOf = (key: string): SectionName => sectionNames.find((name) => sections[name].keys.test(key)) ?? 'profile'

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
