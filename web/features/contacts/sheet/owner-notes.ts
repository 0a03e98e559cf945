import type { OwnerNote } from '#contract/contacts.ts'
import { propertyOf } from '#common/property-of.ts'

/** The owner's notes on a contact, newest first; unreadable text reads as none. */
export function readNotes(text: string): OwnerNote[] {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.filter(isNote).toReversed() : []
  } catch {
    return []
  }
}

function isNote(entry: unknown): entry is OwnerNote {
  const created = propertyOf(entry, 'Created')
  return typeof propertyOf(entry, 'Note') === 'string' && typeof created === 'string' && !Number.isNaN(Date.parse(created))
}

/** Appends a note to the stored text. */
export const withNote = (text: string, note: OwnerNote) => JSON.stringify([...readNotes(text).toReversed(), note])
