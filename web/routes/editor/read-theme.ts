import type { ThemeReading } from '../../features/editor/editor-parts.ts'
import type { EditedCard } from '../../features/editor/draft/edited.ts'
import { layoutOf } from '../../features/cards/home/layout.ts'
import { buildTheme, layoutColours } from '../../features/cards/theme.ts'
import { contrast, flatten, parseColour, white } from '../../ui/colour.ts'

/** The colours of a card as visitors see them, and how well each of them reads. */
export function readTheme(edited: EditedCard): ThemeReading {
  const usual = layoutColours[layoutOf(edited.eCardTheme)]
  const { vars, notes } = buildTheme(edited, usual)
  const shade = (name: `--card-${string}`) => vars[name] ?? '#000000'
  const between = (one: `--card-${string}`, other: `--card-${string}`) => {
    const [a, b] = [parseColour(shade(one)), parseColour(shade(other))]
    return a && b ? Math.round(contrast(flatten(a, white), flatten(b, white)) * 10) / 10 : undefined
  }
  const reads = {
    eCardTextColor: between('--card-text', '--card-ground'),
    eCardContactColor: between('--card-on-contact', '--card-contact'),
    eCardIconColor: between('--card-icon', '--card-icon-bg'),
    eCardHeaderIconColor: between('--card-header-icon', '--card-header-chip'),
  }
  return {
    usual,
    shown: {
      eCardBackgroundColor: shade('--card-ground'),
      eCardTextColor: shade('--card-text'),
      eCardContactBackground: shade('--card-contact'),
      eCardContactColor: shade('--card-on-contact'),
      eCardIconBackground: shade('--card-icon-bg'),
      eCardIconColor: shade('--card-icon'),
      eCardHeaderIconColor: shade('--card-header-icon'),
    },
    contrast: Object.fromEntries(Object.entries(reads).filter(([, ratio]) => ratio !== undefined)),
    notes,
  }
}
