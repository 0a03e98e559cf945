import type { Card } from '#contract/cards/cards.ts'
import { widestWordInEms, widthInEms } from '../../ui/measure.ts'
import { layoutOf } from './home/layout.ts'
import { buildTheme, layoutColours } from './theme.ts'

export type ThemeCss = { css: string; ground: string }

/** How much narrower the sans face gets on its width axis. */
const narrowings = [
  { stretch: '100%', share: 1, emsMax: 13 },
  { stretch: '88%', share: 0.93, emsMax: 17 },
  { stretch: '75%', share: 0.84, emsMax: Infinity },
] as const

/** The owner's colours, and how wide the two texts are that must fit whatever they are. */
export function themeCss(card: Card): ThemeCss {
  const layout = layoutOf(card.eCardTheme)
  const theme = buildTheme(card, layoutColours[layout])
  const ems = widthInEms(card.emailAddress)
  const narrowing = narrowings.find(({ emsMax }) => ems <= emsMax) ?? narrowings[2]

  const declarations = {
    ...theme.vars,
    'color-scheme': theme.scheme,
    '--word-em': Math.max(widestWordInEms(card.fullName), 1).toFixed(2),
    '--email-em': Math.max(ems * narrowing.share, 1).toFixed(2),
    '--email-stretch': narrowing.stretch,
  }
  const lines = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
  return { css: `:root{${lines.join(';')}}`, ground: theme.ground }
}
