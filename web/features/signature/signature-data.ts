import { propertyOf } from '#common/property-of.ts'
import { parseStored } from '../../platform/device/use-stored-choices.ts'
import type { SignatureColors } from './signature-colors.ts'

export const signatureLayouts = ['portrait', 'quiet', 'banner'] as const
export type SignatureLayout = (typeof signatureLayouts)[number]

export const phoneKinds = ['mobile', 'office', 'direct'] as const
export type PhoneKind = (typeof phoneKinds)[number]

type SignaturePhone = { kind: PhoneKind; text: string; label: string; href: string | null }

/** The data of a signature. All addresses are absolute, because email is read elsewhere. */
export type SignatureData = {
  name: string
  title: string
  company: string
  tagLine: string
  license: string
  phones: SignaturePhone[]
  email: { text: string; href: string } | null
  links: { name: string; href: string }[]
  card: { href: string; text: string }
  portrait: string
  qr: string | null
  colors: SignatureColors
  words: { viewCard: string; scan: string }
}

/** The owner's choices. */
export type SignatureChoices = {
  layout: SignatureLayout
  portrait: boolean
  phones: boolean
  /** Phone numbers that are left out. */
  withoutPhones: PhoneKind[]
  button: boolean
  qr: boolean
  links: boolean
}

export const defaultChoices: SignatureChoices = {
  layout: 'portrait',
  portrait: true,
  phones: true,
  withoutPhones: [],
  button: true,
  qr: false,
  links: false,
}

/** Reads choices stored on the device; invalid values fall back to the default. */
export function readChoices(stored: string, defaults: SignatureChoices): SignatureChoices {
  const found = parseStored(stored)
  const read = (name: string) => propertyOf(found, name)
  const flag = (name: 'portrait' | 'phones' | 'button' | 'qr' | 'links') => {
    const value = read(name)
    return typeof value === 'boolean' ? value : defaults[name]
  }
  const without = read('withoutPhones')
  return {
    layout: signatureLayouts.find((one) => one === read('layout')) ?? defaults.layout,
    portrait: flag('portrait'),
    phones: flag('phones'),
    withoutPhones: Array.isArray(without) ? phoneKinds.filter((kind) => without.includes(kind)) : defaults.withoutPhones,
    button: flag('button'),
    qr: flag('qr'),
    links: flag('links'),
  }
}
