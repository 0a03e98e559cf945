import { propertyOf } from '#common/property-of.ts'
import type { SavedDraft } from './draft-server.ts'
import type { DraftFields } from './edited.ts'
import { readPending, type PendingInput } from './pending-input.ts'

/**
 * Unsaved changes, and the version they are based on. `sent`: the part that was sent without an answer.
 * `beside`: conflicting values for the same keys from another window, not yet resolved.
 */
export type StoredDraft = { base: SavedDraft; patch: DraftFields; sent?: DraftFields | undefined; beside?: DraftFields | undefined }

export type DraftStorage = ReturnType<typeof createDraftStorage>

/**
 * Stores unsaved changes on this device, so that a closed tab or a lost network loses nothing.
 * Each window has its own entry, so that none overwrites another's.
 */
export function createDraftStorage(alias: string) {
  const shared = `draft:${alias.toLowerCase()}`
  const latest = `draft-revision:${alias.toLowerCase()}`
  const pending = `draft-pending:${alias.toLowerCase()}`
  // Sorts by time; the random part separates windows opened in the same millisecond.
  const own = `${shared}:${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
  return {
    /** Entries of other windows, oldest first. `remove` deletes one as soon as it is stored elsewhere. */
    others(): { entry: StoredDraft; remove(): void }[] {
      try {
        return Object.keys(localStorage)
          .filter((key) => key !== own && (key === shared || key.startsWith(`${shared}:`)))
          .toSorted()
          .flatMap(readEntry)
      } catch {
        return []
      }
    },
    /** Replaces this window's own entry; false where the device stores nothing. */
    write(entry: StoredDraft | null): boolean {
      try {
        if (entry) localStorage.setItem(own, JSON.stringify(entry))
        else localStorage.removeItem(own)
        return true
      } catch {
        // Storage is unavailable: the changes are in the page and on their way to the server.
        return false
      }
    },
    /** The latest revision the server reported to this window, on this page or an earlier one. */
    latestRevision(): number {
      try {
        return Number(sessionStorage.getItem(latest) ?? 0)
      } catch {
        return 0
      }
    },
    /** Input of this window that was not added, across reloads. */
    pending(): PendingInput {
      try {
        return readPending(JSON.parse(sessionStorage.getItem(pending) ?? '{}'))
      } catch {
        return {}
      }
    },
    setPending(texts: PendingInput) {
      try {
        sessionStorage.setItem(pending, JSON.stringify(texts))
      } catch {
        // Storage is unavailable: the text is in the page.
      }
    },
    setLatestRevision(revision: number) {
      try {
        sessionStorage.setItem(latest, String(revision))
      } catch {
        // The next save detects the conflict instead.
      }
    },
  }
}

function readEntry(key: string): { entry: StoredDraft; remove(): void }[] {
  const written = localStorage.getItem(key)
  // A window that is still open may have written more since: then its entry stays.
  const remove = () => void (localStorage.getItem(key) === written && localStorage.removeItem(key))
  try {
    const entry: unknown = JSON.parse(written ?? 'null')
    if (isStoredDraft(entry)) return [{ entry, remove }]
  } catch {
    // Unreadable: removed below.
  }
  remove()
  return []
}

function isStoredDraft(entry: unknown): entry is StoredDraft {
  const base = propertyOf(entry, 'base')
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  return isObject(propertyOf(entry, 'patch')) && ['published', 'patch'].every((name) => isObject(propertyOf(base, name)))
}
