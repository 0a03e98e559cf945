import { editedSettings } from '#common/read-settings.ts'
import { columnNames } from '#contract/cards/card-fields.ts'
import type { HomepageSetting } from '#contract/cards/cards.ts'
import type { HomepageKey } from '#contract/cards/drawing.ts'
import { DraftFields, Overrides, type DraftVersion, type EditedCard } from '#contract/cards/drafts.ts'
import type { Subject } from '../tables.ts'

type Chosen = { gradeServiceId: number; directLink: string; ignoreService: boolean }
type Component = { gradeServiceId: number; gradeComponentId: number; currentValue: string }

/** A card with everything its owner edits. */
export type WholeCard = {
  subject: Subject
  services: readonly { chosen: Chosen }[]
  components: readonly Component[]
  versions: readonly { name: string; overrides: Partial<Subject> }[]
  pictures: EditedCard['pictures']
  homepageDefaults: readonly HomepageSetting[]
}

export const reviewLinkComponent = 1

const columns = columnNames.filter((name) => Object.hasOwn(DraftFields.shape, name)) as (keyof Subject & keyof EditedCard)[]

/** All editable values of a card, including hidden ones and those the plan doesn't show. */
export function presentEdited({ subject, services, components, versions, pictures, homepageDefaults }: WholeCard): EditedCard {
  const { settings, applicationSettings } = subject
  const { language } = applicationSettings
  const homepage = homepageOf(settings.homepage ?? {}, homepageDefaults)
  return {
    ...(Object.fromEntries(columns.map((name) => [name, subject[name]])) as Pick<Subject & EditedCard, (typeof columns)[number]>),
    ...editedSettings({ ...settings, homepage }),
    language: typeof language === 'string' ? language : '',
    services: services.map(({ chosen }) => serviceOf(chosen, components)),
    versions: versions.map(({ name, overrides }) => ({ name, overrides: ownersPart(overrides) })),
    pictures,
  }
}

function homepageOf(chosen: Partial<Record<HomepageKey, boolean>>, defaults: readonly HomepageSetting[]): EditedCard['settings.homepage'] {
  return Object.fromEntries(defaults.map(({ Key, Value }) => [Key, chosen[Key] ?? Value]))
}

function serviceOf({ gradeServiceId, directLink, ignoreService }: Chosen, components: readonly Component[]) {
  const review = components.find((one) => one.gradeServiceId === gradeServiceId && one.gradeComponentId === reviewLinkComponent)
  return { gradeServiceId, directLink, reviewLink: review?.currentValue ?? '', ignoreService }
}

/** The overrides that the owner can edit; editing leaves the others. */
export function ownersPart(overrides: Partial<Subject>): DraftVersion['overrides'] {
  return Object.fromEntries(Object.entries(overrides).filter(([key]) => Object.hasOwn(Overrides.shape, key)))
}
