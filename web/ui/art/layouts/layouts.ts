import atrium from './atrium.svg?url'
import meridian from './meridian.svg?url'
import porch from './porch.svg?url'
import salon from './salon.svg?url'

/** The layouts, each with a small picture. A card's theme chooses one by a word in its name. */
export const layouts = [
  { name: 'Porch', theme: 'default', image: porch },
  { name: 'Salon', theme: 'elliman', image: salon },
  { name: 'Meridian', theme: 'compass', image: meridian },
  { name: 'Atrium', theme: 'exp', image: atrium },
] as const

export type LayoutTheme = (typeof layouts)[number]['theme']

/** Without the word of another layout, it is the first. */
export const layoutFor = (theme: string) =>
  layouts.find(({ theme: word }) => word !== 'default' && theme.toLowerCase().includes(word)) ?? layouts[0]
