import { layoutFor } from '#common/layouts.ts'
import { pathTo } from '#common/path-to.ts'
import type { Card } from '#contract/cards/cards.ts'
import { widestWordInEms, widthInEms } from '../../ui/measure.ts'
import { buildTheme } from './theme.ts'

type ThemeCss = { css: string; ground: string }

/** How far the sans font narrows for an email address of this many ems. Up to 13 ems fit every screen. */
const narrowings = [
  { stretch: '100%', share: 1, emsMax: 13 },
  { stretch: '88%', share: 0.93, emsMax: 17 },
  { stretch: '75%', share: 0.84, emsMax: Infinity },
] as const

const built = new WeakMap<Card, ThemeCss>()

/** The owner's colors, and the widths of the two texts that must always fit. Built once for a page's styles and its metadata. */
export function themeCss(card: Card): ThemeCss {
  const theme = built.get(card) ?? buildThemeCss(card)
  built.set(card, theme)
  return theme
}

function buildThemeCss(card: Card): ThemeCss {
  const { colors, hasSeal } = layoutFor(card.eCardTheme)
  const theme = buildTheme(card, colors)
  const ems = widthInEms(card.emailAddress)

  const declarations = {
    ...theme.vars,
    'color-scheme': theme.scheme,
    '--word-em': Math.max(widestWordInEms(card.fullName), 1).toFixed(2),
    '--email-em': Math.max(ems, 1).toFixed(2),
    // A file of its own, because its lines are heavier than the rest of the page's markup.
    ...(hasSeal ? { '--card-seal': `url("${pathTo('cards.seal', { alias: card.alias })}")` } : {}),
  }
  const lines = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
  return { css: `:root{${lines.join(';')}}${narrower(ems, roomFor(card, ems))}`, ground: theme.ground }
}

/** The width of the email address at the layout's largest size, with the elements beside it, in ems of the page. */
const roomFor = (card: Card, ems: number) => {
  const { emailRoom = (own: number) => own } = layoutFor(card.eCardTheme)
  return emailRoom(ems * (card.settings['{product}MobileFontSize'] === 'lg' ? 1.1 : 1))
}

/** The narrow widths are a separate font file, requested only if the address doesn't fit. */
function narrower(ems: number, room: number): string {
  const { stretch, share } = narrowings.find(({ emsMax }) => ems <= emsMax) ?? narrowings[2]
  if (share === 1) return ''
  return `@container (width<${room.toFixed(1)}em){.email .row-value{--email-em:${(ems * share).toFixed(2)};font-stretch:${stretch}}}`
}
