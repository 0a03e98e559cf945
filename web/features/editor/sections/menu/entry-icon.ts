import { lineIcons, type LineIcon } from '../../../../ui/icons/icon-names.ts'

/** Pictures that suit an entry of one’s own. */
export const entryIcons = [
  'link',
  'globe',
  'house',
  'newspaper',
  'star',
  'map-pin',
  'building-2',
  'mail',
  'phone',
  'message-circle',
  'play',
  'download',
  'navigation',
] as const satisfies readonly LineIcon[]

const wordsOf = (cssClass: string) => cssClass.split(/\s+/).filter(Boolean)
const isIcon = (word: string): word is LineIcon => lineIcons.some((name) => name === word.toLowerCase())

export const iconOf = (cssClass: string): LineIcon | null =>
  lineIcons.find((name) => wordsOf(cssClass.toLowerCase()).includes(name)) ?? null

/** The entry’s class with another picture in it, or none; other words of it stay. */
export const withIcon = (cssClass: string, icon: LineIcon | null): string =>
  [...wordsOf(cssClass).filter((word) => !isIcon(word)), ...(icon ? [icon] : [])].join(' ')
