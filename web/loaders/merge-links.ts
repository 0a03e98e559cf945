import type { DraftService } from '#contract/cards/drafts.ts'
import type { LinkRow } from '../features/sign-in/new-card/read-links.ts'

/** Merges links into a card's services: a new link replaces the old one of its kind. */
export function mergeLinks(before: readonly DraftService[], rows: readonly LinkRow[]): DraftService[] {
  const isNew = (id: number) => rows.some(({ service }) => service === id)
  const unchanged = before.filter(({ gradeServiceId }) => !isNew(gradeServiceId))
  return [
    ...unchanged,
    ...rows.map(({ link, service }) => ({ gradeServiceId: service, directLink: link, reviewLink: '', ignoreService: false })),
  ]
}
