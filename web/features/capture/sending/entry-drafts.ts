import type { Entry } from '../form/entry.ts'

/** Unsent form input by card alias, since the page was loaded. */
export const entryDrafts = new Map<string, Entry>()

/** The form's idempotency key by alias, reused until the server answers. */
export const submissionIds = new Map<string, string>()

/** Cards whose open form confirms a queued entry itself, so that no toast says the same. */
export const confirmedInPlace = new Set<string>()
