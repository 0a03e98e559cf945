import type { Language } from '#contract/languages.ts'
import { propertyOf } from '#common/property-of.ts'
import { parseStored } from '../../platform/device/use-stored-choices.ts'
import { lettersOf } from './layout-text.ts'

export const printFormats = ['tag', 'tent', 'rider', 'sticker', 'cards'] as const
export type PrintFormat = (typeof printFormats)[number]

export const printParts = ['photo', 'mobile', 'email', 'company', 'license', 'background'] as const
export type PrintPart = (typeof printParts)[number]

export const papers = ['letter', 'a4'] as const
export type Paper = (typeof papers)[number]

export const markChoices = ['all', 'fold', 'none'] as const
export type Marks = (typeof markChoices)[number]

/** Readers of these languages measure in inches and print on Letter, the others in centimeters and on A4. */
export const usesInches = (language: Language) => language === 'en-US' || language === 'fr-CA'

/** A picture with its size in pixels, as it is served for print. */
export type PrintPicture = { src: string; width: number; height: number }

/** What is printed: the public card, so that hidden fields stay hidden. */
export type PrintData = {
  name: string
  title: string
  company: string
  license: string
  mobile: string
  email: string
  /** The card's address, without the protocol. */
  address: string
  photo: PrintPicture | null
  background: PrintPicture | null
  /** Modules per side, and the path of the dark ones without the finder patterns. */
  code: { size: number; path: string }
  /** The card's color, a text color that reads on it, and an accent that reads on white. */
  colors: { ground: string; onGround: string; accent: string }
  hasSerifName: boolean
}

export type PrintChoices = { format: PrintFormat; line: string; paper: Paper; marks: Marks } & Record<PrintPart, boolean>

/** Characters of the line above the name, as its text field counts them. */
export const lineLettersMax = 60

function cutLine(line: string): string {
  let cut = ''
  for (const letter of lettersOf(line)) {
    if (cut.length + letter.length > lineLettersMax) break
    cut += letter
  }
  return cut
}

/** Reads choices stored on the device; invalid values fall back to the default. */
export function readPrintChoices(stored: string, defaults: PrintChoices): PrintChoices {
  const found = parseStored(stored)
  const read = (name: string) => propertyOf(found, name)
  const line = read('line')
  const parts = printParts.map((part) => [part, typeof read(part) === 'boolean' ? read(part) : defaults[part]])
  return {
    ...(Object.fromEntries(parts) as Record<PrintPart, boolean>),
    format: printFormats.find((one) => one === read('format')) ?? defaults.format,
    line: typeof line === 'string' ? cutLine(line) : defaults.line,
    paper: papers.find((one) => one === read('paper')) ?? defaults.paper,
    marks: markChoices.find((one) => one === read('marks')) ?? defaults.marks,
  }
}
