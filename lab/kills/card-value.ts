export type Words = { title: string; portrait: string; review: string }

/** The published card and its draft, as one text. */
export const cardValue = (published: Words, draft: Partial<Words>) => JSON.stringify([inOrder(published), inOrder(draft)])

const inOrder = ({ title, portrait, review }: Partial<Words>) => ({ title, portrait, review })
