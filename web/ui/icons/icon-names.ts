import { namedIcons, type NamedIcon } from './named-icons.ts'

const otherIcons = [
  'archive-restore',
  'arrow-down',
  'arrow-up',
  'ban',
  'banknote',
  'bell-off',
  'bold',
  'calendar-plus',
  'camera',
  'chart-column',
  'chevron-up',
  'chevrons-up-down',
  'circle-check',
  'circle-minus',
  'clapperboard',
  'database',
  'eye',
  'eye-off',
  'file-input',
  'fingerprint',
  'flag',
  'gift',
  'grip-vertical',
  'hard-drive',
  'image',
  'image-off',
  'image-plus',
  'infinity',
  'info',
  'italic',
  'languages',
  'layout-dashboard',
  'link-2-off',
  'list',
  'list-checks',
  'lock',
  'maximize-2',
  'megaphone',
  'message-square-text',
  'package',
  'palette',
  'plug',
  'redo-2',
  'refresh-cw',
  'scroll-text',
  'send',
  'shield',
  'sliders-horizontal',
  'tag',
  'timer',
  'trash-2',
  'trending-down',
  'trending-up',
  'triangle-alert',
  'undo-2',
  'upload',
  'wand-sparkles',
  'webhook',
] as const

export type IconName = NamedIcon | (typeof otherIcons)[number]

/**
 * Line icons (lucide). To add one, add its name above and run `node web/ui/icons/draw-icons.ts`. Each script loads only the icons
 * it names.
 */
export const iconNames: readonly IconName[] = [...namedIcons, ...otherIcons].toSorted()

/** Brand marks, filled (simple-icons, and drawn ones). */
export const brandMarks = [
  'facebook',
  'follow-up-boss',
  'google',
  'hubspot',
  'instagram',
  'make',
  'n8n',
  'nextdoor',
  'pinterest',
  'tiktok',
  'trulia',
  'vimeo',
  'whatsapp',
  'x',
  'yelp',
  'youtube',
  'zapier',
  'zillow',
] as const

export type BrandMark = (typeof brandMarks)[number]
