import type { Card } from './cards.ts'
import { initialsOf } from '#common/text/initials.ts'

/** Icon widths, the maskable icon, and the shortcut icons. `180` is for home screens without transparency. */
export const appIconShapes = ['180', '192', '512', '512-maskable', 'share', 'qr', 'contacts'] as const
export type AppIconShape = (typeof appIconShapes)[number]
export const shortcutIconPx = 96

/** Every mask shows at least a centered circle of this share of a maskable icon’s width. */
export const maskableSafeShare = 0.8

export const appScreenshotShapes = ['narrow', 'wide'] as const
export type AppScreenshotShape = (typeof appScreenshotShapes)[number]
export const appScreenshotPx = { narrow: { width: 720, height: 1440 }, wide: { width: 1280, height: 800 } } as const

type IconCard = Pick<
  Card,
  | 'fullName'
  | 'pictures'
  | 'hideProfileImageOnHomepage'
  | 'eCardBackgroundColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
>

/** The version in the icons' addresses. It changes only with what they show, because browsers ask again about an app whose icon address changed. */
export function appIconVersion(card: IconCard): string {
  const face = card.hideProfileImageOnHomepage ? null : card.pictures.profile
  const { eCardBackgroundColor, eCardIconBackground, eCardIconColor, eCardContactBackground, eCardContactColor } = card
  const colors = [eCardBackgroundColor, eCardIconBackground, eCardIconColor, eCardContactBackground, eCardContactColor]
  return `i${digest([face?.revision ?? initialsOf(card.fullName), ...colors].join('|'))}`
}

/** Two FNV-1a hashes: short, the same in browser and server, not for secrets. */
function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1000193]
  for (const letter of text) {
    one = Math.imul(one ^ (letter.codePointAt(0) ?? 0), 0x01000193)
    other = Math.imul(other ^ (letter.codePointAt(0) ?? 0), 0x85ebca6b)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
