import type { MenuItem } from '#contract/cards/cards.ts'
import { device, everywhere, linkType, usualKeyOf } from './usual-menu.ts'

type NoteKey =
  | 'hidden'
  | 'whenReviews'
  | 'whenReviewLink'
  | 'whenHomeValue'
  | 'phonesOnly'
  | 'phones'
  | 'desktops'
  | 'neither'
  | 'noAddress'

/** What an owner should know of an entry at a glance. */
export function notesOf(item: MenuItem): NoteKey[] {
  const usual = usualKeyOf(item.key)
  const notes: NoteKey[] = []
  if (!item.show) notes.push('hidden')
  if (usual === 'reviews') notes.push('whenReviews')
  if (usual === 'review') notes.push('whenReviewLink')
  if (usual === 'homeValue') notes.push('whenHomeValue')
  if (!usual && item.type === linkType && item.route.trim() === '') notes.push('noAddress')
  const on = item.version & everywhere
  if (on === 0) notes.push('neither')
  else if (usual === 'vCard') notes.push('phonesOnly')
  else if (on === device.mobile) notes.push('phones')
  else if (on === device.desktop) notes.push('desktops')
  return notes
}
