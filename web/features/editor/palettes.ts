import { palette } from '#common/layouts.ts'

/** Seven matching colors each. */
export const palettes = {
  spruce: palette('#fbfaf7', '#1d2a24', '#1f533f', '#fdf9ef', '#e6eee8', '#1f533f', '#1d2a24'),
  petrol: palette('#fbfaf7', '#201b16', '#015570', '#ffffff', '#e4f3f9', '#015570', '#201b16'),
  brick: palette('#fdf9f4', '#2b1a14', '#9f422b', '#fff8f0', '#f8e8e2', '#9f422b', '#2b1a14'),
  plum: palette('#fdf9f3', '#2a1820', '#612946', '#fff7ee', '#f5e6ea', '#612946', '#2a1820'),
  marine: palette('#f4f6fb', '#14203a', '#1e3a71', '#ffffff', '#ffffff', '#1e3a71', '#14203a'),
  slate: palette('#f8f8f7', '#1e2328', '#3e4955', '#ffffff', '#e9ecef', '#3e4955', '#1e2328'),
  onyx: palette('#121416', '#f3eee4', '#d9bd8b', '#17130b', '#1e1f21', '#d9bd8b', '#f3eee4'),
} as const

type PaletteName = keyof typeof palettes
export const paletteNames = Object.keys(palettes) as PaletteName[]
/** The color that represents a palette. */
export const swatchColorOf = (name: PaletteName) => (name === 'onyx' ? '#121416' : palettes[name].eCardContactBackground)
