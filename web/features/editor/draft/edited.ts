import type { DraftFields, DraftKey, EditedCard } from '#contract/cards/drafts.ts'

export type { DraftFields, DraftKey, EditedCard } from '#contract/cards/drafts.ts'

/** The keys of a patch, typed. */
export const draftKeysOf = (fields: DraftFields): DraftKey[] => Object.keys(fields) as DraftKey[]

/** As the server sends it; the contract guarantees the values. */
export const readPublished = (published: object): EditedCard => published as EditedCard
export const readPatch = (fields: object): DraftFields => fields as DraftFields
