import type { DraftVersion } from '#contract/cards/drafts.ts'

export type Overrides = DraftVersion['overrides']

/** Texts that a version can override, and their fields. */
export const texts = {
  title: { label: 'editor.jobTitle' },
  fullName: { label: 'editor.fullName' },
  companyName: { label: 'editor.companyName' },
  bio: { label: 'editor.bio', rows: 6 },
  phoneNumber: { label: 'editor.mobile', type: 'tel' },
  officePhoneNumber: { label: 'editor.office', type: 'tel' },
  directPhoneNumber: { label: 'editor.direct', type: 'tel' },
  emailAddress: { label: 'editor.email', type: 'email' },
  companyAddress: { label: 'editor.street' },
  companyCity: { label: 'editor.city' },
  companyState: { label: 'editor.state' },
  companyZip: { label: 'editor.zip' },
  shareByEmailBody: { label: 'editor.versions.shareEmail', rows: 3 },
  shareBySmsBody: { label: 'editor.versions.shareSms', rows: 3 },
  digitalBusinessCardMetaDescription: { label: 'editor.search.description', rows: 3 },
} as const satisfies Partial<Record<keyof Overrides, { label: string; rows?: number; type?: string }>>
type TextName = keyof typeof texts

export const flags = {
  hideProfileImageOnHomepage: 'editor.home.hideImage',
  hideProfileOnHomepage: 'editor.home.hideProfile',
  isListed: 'editor.search.isListed',
} as const satisfies Partial<Record<keyof Overrides, string>>
type FlagName = keyof typeof flags

export const textNames = Object.keys(texts) as TextName[]
export const flagNames = Object.keys(flags) as FlagName[]

/** Version addresses ignore case. */
export const isTaken = (names: readonly string[], name: string) => names.some((one) => one.toLowerCase() === name.toLowerCase())

export const isVersionName = (name: string) => /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,39}$/.test(name)

/** Typed text as a valid version name. */
export const toVersionName = (typed: string) =>
  typed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9._-]+/g, '-')
    .replace(/^[^a-zA-Z0-9]+/, '')
    .slice(0, 40)

export function without<K extends keyof Overrides>(overrides: Overrides, key: K): Overrides {
  const { [key]: _, ...rest } = overrides
  return rest
}
