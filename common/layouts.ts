import type { Card } from '#contract/cards/cards.ts'

export type ThemeField =
  | 'eCardBackgroundColor'
  | 'eCardTextColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardHeaderIconColor'
export type ThemeColors = Pick<Card, ThemeField>

export const palette = (
  ground: string,
  text: string,
  contact: string,
  onContact: string,
  iconGround: string,
  icon: string,
  headerIcon: string,
): ThemeColors => ({
  eCardBackgroundColor: ground,
  eCardTextColor: text,
  eCardContactBackground: contact,
  eCardContactColor: onContact,
  eCardIconBackground: iconGround,
  eCardIconColor: icon,
  eCardHeaderIconColor: headerIcon,
})

type LayoutRow = {
  /** Its files have this name: the component and styles in `web/features/cards/layouts`, the drawing in `web/ui/art/layouts`. */
  key: string
  name: string
  /** Chosen by a theme whose name contains this word. */
  theme: string
  /** For the colors that the owner didn't choose. */
  colors: ThemeColors
  /** Prints the name in the serif. */
  hasSerifName?: true
  /** Shows the photo without its background, if there is one. */
  hasCutout?: true
  /** Draws a seal, made from the card's address, around the photo. */
  hasSeal?: true
  /** Shows neither a background picture nor a video. */
  hidesScene?: true
  /** The width in ems that an email address of so many ems needs in a row. By default, its own. */
  emailRoom?: (ems: number) => number
}

/** The ways a card can be laid out, the default first. */
export const layouts = [
  {
    key: 'porch',
    name: 'Porch',
    theme: 'default',
    colors: palette('#fbfaf7', '#201b16', '#015570', '#ffffff', '#e4f3f9', '#015570', '#201b16'),
  },
  {
    key: 'salon',
    name: 'Salon',
    theme: 'elliman',
    colors: palette('#121416', '#f3eee4', '#d9bd8b', '#17130b', '#121416', '#d9bd8b', '#f3eee4'),
    hasSerifName: true,
  },
  {
    key: 'meridian',
    name: 'Meridian',
    theme: 'compass',
    colors: palette('#ffffff', '#0f0f0f', '#0f0f0f', '#ffffff', '#ffffff', '#0f0f0f', '#0f0f0f'),
    emailRoom: (ems: number) => ems * 1.07 + 6,
  },
  {
    key: 'atrium',
    name: 'Atrium',
    theme: 'exp',
    colors: palette('#f4f6fb', '#14203a', '#1e3a71', '#ffffff', '#ffffff', '#1e3a71', '#ffffff'),
    hasCutout: true,
  },
  {
    key: 'ledger',
    name: 'Ledger',
    theme: 'ledger',
    colors: palette('#fcfaf5', '#1d1b1e', '#76202c', '#fff8f1', '#f6ebe7', '#76202c', '#1d1b1e'),
    hasSerifName: true,
    hasSeal: true,
    hidesScene: true,
  },
] as const satisfies readonly LayoutRow[]

export const themeFields = Object.keys(layouts[0].colors) as ThemeField[]

export type Layout = (typeof layouts)[number]['key']
export type LayoutTheme = (typeof layouts)[number]['theme']

/** The layout that a theme chooses by the word in its name; without one, the first. */
export const layoutFor = (theme: string): LayoutRow & (typeof layouts)[number] =>
  layouts.find(({ theme: word }) => word !== 'default' && theme.toLowerCase().includes(word)) ?? layouts[0]
