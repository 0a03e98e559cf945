import type { SignatureColours } from './signature-colours.ts'

export const signatureLayouts = ['portrait', 'quiet', 'banner'] as const
export type SignatureLayout = (typeof signatureLayouts)[number]

export const phoneKinds = ['mobile', 'office', 'direct'] as const
export type PhoneKind = (typeof phoneKinds)[number]

export type SignaturePhone = { kind: PhoneKind; text: string; label: string; href: string | null }

/** What a signature can say. Every address in it is whole: mail is read far from this site. */
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
  colours: SignatureColours
  words: { viewCard: string; scan: string }
}

/** What its owner wants in it. */
export type SignatureChoices = {
  layout: SignatureLayout
  portrait: boolean
  phones: boolean
  /** Numbers that stay out while the others are in. */
  withoutPhones: PhoneKind[]
  button: boolean
  qr: boolean
  links: boolean
}

export const usualChoices: SignatureChoices = {
  layout: 'portrait',
  portrait: true,
  phones: true,
  withoutPhones: [],
  button: true,
  qr: false,
  links: false,
}

/** Choices as a device kept them: whatever is found there, what fits is used. */
export function readChoices(kept: string, usual: SignatureChoices): SignatureChoices {
  const found = parsed(kept)
  const read = (name: string): unknown => Reflect.get(found, name)
  const flag = (name: 'portrait' | 'phones' | 'button' | 'qr' | 'links') => {
    const value = read(name)
    return typeof value === 'boolean' ? value : usual[name]
  }
  const without = read('withoutPhones')
  return {
    layout: signatureLayouts.find((one) => one === read('layout')) ?? usual.layout,
    portrait: flag('portrait'),
    phones: flag('phones'),
    withoutPhones: Array.isArray(without) ? phoneKinds.filter((kind) => without.includes(kind)) : usual.withoutPhones,
    button: flag('button'),
    qr: flag('qr'),
    links: flag('links'),
  }
}

function parsed(kept: string): object {
  try {
    const value: unknown = JSON.parse(kept)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
