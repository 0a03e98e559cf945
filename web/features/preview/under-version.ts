import type { EditedCard } from '#contract/drafts.ts'

/** The card as one of its named versions shows it. */
export function underVersion(edited: EditedCard, version: string | undefined): EditedCard {
  const found = edited.versions.find(({ name }) => name.toLowerCase() === version?.toLowerCase())
  return found ? { ...edited, ...found.overrides } : edited
}
