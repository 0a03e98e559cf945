import type { HomepageSetting } from '#contract/cards.ts'
import type { HomepageKey } from '#contract/drawing.ts'
import { Overrides, type DraftVersion, type EditedCard } from '#contract/drafts.ts'
import type { Subject } from './tables.ts'

type Chosen = { gradeServiceId: number; directLink: string; ignoreService: boolean }
type Component = { gradeServiceId: number; gradeComponentId: number; currentValue: string }

/** A card with all that an owner edits of it. */
export type WholeCard = {
  subject: Subject
  services: readonly { chosen: Chosen }[]
  components: readonly Component[]
  versions: readonly { name: string; overrides: Partial<Subject> }[]
  pictures: EditedCard['pictures']
  homepageDefaults: readonly HomepageSetting[]
}

export const reviewLinkComponent = 1

/** What of a card is not its owner’s to edit, or stands under keys of its own. */
const others = [
  'id',
  'key',
  'alias',
  'revision',
  'isDemo',
  'createdAt',
  'updatedAt',
  'grantedRights',
  'revokedRights',
  'isCardDisabled',
  'reviewsTakenDown',
  'settings',
  'applicationSettings',
] as const

/** Everything of a card as its owner edits it: also what is hidden, and what its plan does not show. */
export function presentEdited(whole: WholeCard): EditedCard {
  const { settings, applicationSettings } = whole.subject
  const { language } = applicationSettings
  return {
    ...fieldsOf(whole.subject),
    'settings.homepage': homepageOf(settings.homepage ?? {}, whole.homepageDefaults),
    'settings.connectClientsSetting': { enabled: true, desktopEnabled: true, timeout: 3, applyTags: '', ...settings.connectClientsSetting },
    'settings.iconPack': settings.iconPack ?? 'default',
    'settings.licenseNumber': settings.licenseNumber ?? { show: false, number: '' },
    'settings.tagLine': settings.tagLine ?? { show: false, text: '' },
    'settings.skipLoginPrompt': settings.skipLoginPrompt ?? false,
    'settings.mobileLayoutAlign': settings.mobileLayoutAlign ?? 'center',
    'settings.mobileFontSize': settings.mobileFontSize ?? 'md',
    'settings.triggerAction': settings.triggerAction ?? null,
    'settings.QRCode': settings.QRCode ?? { hide: false },
    language: typeof language === 'string' ? language : '',
    services: whole.services.map(({ chosen }) => serviceOf(chosen, whole.components)),
    versions: whole.versions.map(({ name, overrides }) => ({ name, overrides: ownersPart(overrides) })),
    pictures: whole.pictures,
  }
}

function fieldsOf(subject: Subject) {
  const own = Object.entries(subject).filter(([name]) => !others.some((other) => other === name))
  return Object.fromEntries(own) as Omit<Subject, (typeof others)[number]>
}

function homepageOf(chosen: Partial<Record<HomepageKey, boolean>>, defaults: readonly HomepageSetting[]): EditedCard['settings.homepage'] {
  return Object.fromEntries(defaults.map(({ Key, Value }) => [Key, chosen[Key] ?? Value]))
}

function serviceOf({ gradeServiceId, directLink, ignoreService }: Chosen, components: readonly Component[]) {
  const review = components.find((one) => one.gradeServiceId === gradeServiceId && one.gradeComponentId === reviewLinkComponent)
  return { gradeServiceId, directLink, reviewLink: review?.currentValue ?? '', ignoreService }
}

/** What of a variant its owner decides. The rest of it stays when it is edited. */
export function ownersPart(overrides: Partial<Subject>): DraftVersion['overrides'] {
  return Object.fromEntries(Object.entries(overrides).filter(([key]) => Object.hasOwn(Overrides.shape, key)))
}
