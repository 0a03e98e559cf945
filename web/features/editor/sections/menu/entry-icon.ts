import { iconInClass, type NamedIcon } from '../../../../ui/icons/named-icons.ts'

/** Icons for an owner's links. */
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
] as const satisfies readonly NamedIcon[]

/** The entry's class with another icon or none; other class names stay. */
export const withIcon = (cssClass: string, icon: NamedIcon | null): string =>
  [...cssClass.split(/\s+/).filter((word) => word && !iconInClass(word)), ...(icon ? [icon] : [])].join(' ')
