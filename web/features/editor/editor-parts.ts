import { createContext, useContext, type ReactNode } from 'react'
import type { ThemeField } from '#common/layouts.ts'
import type { PictureKind } from '#contract/cards/drafts.ts'
import type { EditedCard } from './draft/edited.ts'

export type Colors = Pick<EditedCard, ThemeField>

export type ThemeReading = {
  /** The layout's default colors. */
  defaults: Colors
  /** The colors as rendered on the card. */
  visible: Colors
  /** Contrast ratios, after adjustment. */
  contrast: Partial<Record<ThemeField, number>>
  notes: readonly { field: ThemeField; from: string; to: string; was: number; now: number }[]
}

/** What the editor uses from other features; the route provides it. */
export type EditorParts = {
  picture(kind: PictureKind, words: { label: string; hint?: string }): ReactNode
  readTheme(edited: EditedCard): ThemeReading
  palettesFrom(colors: readonly string[]): readonly Colors[]
  /** Dominant colors of the pictures uploaded here. */
  pictureColors: readonly string[]
  glyph(serviceName: string): ReactNode
}

export const EditorPartsContext = createContext<EditorParts | null>(null)

export function useParts(): EditorParts {
  const parts = useContext(EditorPartsContext)
  if (!parts) throw new Error('useParts must be used inside an EditorPartsContext.')
  return parts
}
