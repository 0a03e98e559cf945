import { anyIcons, type AnyIcon } from '../../../../ui/icons/icon-names.ts'

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
] as const satisfies readonly AnyIcon[]

const wordsOf = (cssClass: string) => cssClass.split(/\s+/).filter(Boolean)
const isIcon = (word: string): word is AnyIcon => anyIcons.some((name) => name === word.toLowerCase())

export const iconOf = (cssClass: string): AnyIcon | null => anyIcons.find((name) => wordsOf(cssClass.toLowerCase()).includes(name)) ?? null

/** The entry’s class with another picture in it, or none; other words of it stay. */
export const withIcon = (cssClass: string, icon: AnyIcon | null): string =>
  [...wordsOf(cssClass).filter((word) => !isIcon(word)), ...(icon ? [icon] : [])].join(' ')
