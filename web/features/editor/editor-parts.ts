import { createContext, useContext, type ReactNode } from 'react'
import type { PictureKind } from '#contract/cards/drafts.ts'
import type { EditedCard } from './draft/edited.ts'

export type ColourField =
  | 'eCardBackgroundColor'
  | 'eCardTextColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardHeaderIconColor'
export type Colours = Pick<EditedCard, ColourField>

export type ThemeReading = {
  /** What the layout wears where nothing was chosen. */
  usual: Colours
  /** As the card shows them. */
  shown: Colours
  /** How well a foreground reads on what is behind it, repaired where it had to be. */
  contrast: Partial<Record<ColourField, number>>
  notes: readonly { field: ColourField; from: string; to: string; was: number; now: number }[]
}

/** What other parts of the product lend the editor: the route introduces them. */
export type EditorParts = {
  picture(kind: PictureKind, words: { label: string; hint?: string }): ReactNode
  readTheme(edited: EditedCard): ThemeReading
  palettesFrom(colours: readonly string[]): readonly Colours[]
  /** Colours that stand out in the pictures that were uploaded here. */
  pictureColours: readonly string[]
  glyph(serviceName: string): ReactNode
}

export const EditorPartsContext = createContext<EditorParts | null>(null)

export function useParts(): EditorParts {
  const parts = useContext(EditorPartsContext)
  if (!parts) throw new Error('The editor was given no parts.')
  return parts
}
