/** Pictures we draw with lines (lucide) and marks we fill (simple-icons). Add a name, then run `node web/ui/icons/draw-icons.ts`. */
export const lineIcons = [
  'arrow-right',
  'arrow-up-right',
  'building-2',
  'check',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'copy',
  'download',
  'ellipsis',
  'globe',
  'house',
  'key-round',
  'log-in',
  'mail',
  'map-pin',
  'menu',
  'message-circle',
  'navigation',
  'newspaper',
  'phone',
  'plus',
  'qr-code',
  'share-2',
  'smartphone',
  'star',
  'user-plus',
  'x',
] as const

/** Those that no page of a card shows at first: fetched with the pages that do. */
export const laterIcons = [
  'arrow-left',
  'badge-check',
  'bell',
  'calendar',
  'chart-no-axes-column',
  'chevron-down',
  'circle-play',
  'circle-user-round',
  'clock',
  'credit-card',
  'dock',
  'ellipsis-vertical',
  'external-link',
  'file-text',
  'hand',
  'id-card',
  'life-buoy',
  'link',
  'log-out',
  'monitor',
  'monitor-down',
  'pause',
  'pen-line',
  'play',
  'search',
  'share',
  'sparkles',
  'square-plus',
  'users',
  'wifi-off',
] as const

/** Those that an entry of the menu may show on desktops. */
export const anyIcons = [...lineIcons, ...laterIcons] as const

/** Those of an owner’s own pages, which an installed card fetches when they are opened. */
export const ownerIcons = [
  'arrow-up',
  'bell-off',
  'camera',
  'chart-column',
  'chevrons-up-down',
  'fingerprint',
  'languages',
  'message-square-text',
  'palette',
  'refresh-cw',
  'shield',
  'tag',
  'timer',
  'trash-2',
  'trending-down',
  'trending-up',
] as const

/** Those of the account's own host and of the desk alone: an installed card lays none of them aside. */
export const accountIcons = [
  'arrow-down',
  'bold',
  'chevron-up',
  'circle-check',
  'circle-minus',
  'clapperboard',
  'eye',
  'eye-off',
  'grip-vertical',
  'image',
  'image-off',
  'image-plus',
  'infinity',
  'info',
  'italic',
  'link-2-off',
  'list',
  'maximize-2',
  'redo-2',
  'send',
  'thumbs-up',
  'triangle-alert',
  'undo-2',
  'upload',
  'user-round-cog',
  'wand-sparkles',
] as const

export const brandMarks = [
  'facebook',
  'google',
  'instagram',
  'nextdoor',
  'pinterest',
  'tiktok',
  'trulia',
  'vimeo',
  'whatsapp',
  'x',
  'yelp',
  'youtube',
  'zillow',
] as const

export type LineIcon = (typeof lineIcons)[number]
export type LaterIconName = (typeof laterIcons)[number]
export type AnyIcon = (typeof anyIcons)[number]
export type OwnerIconOnly = (typeof ownerIcons)[number]
export type OwnerIconName = AnyIcon | OwnerIconOnly
export type AccountIconOnly = (typeof accountIcons)[number]
export type AccountIconName = OwnerIconName | AccountIconOnly
export type BrandMark = (typeof brandMarks)[number]
