import type { Entry } from '../form/entry.ts'

/** Unsent form input by card alias, since the page was loaded. */
export const entryDrafts = new Map<string, Entry>()

/** The form's idempotency key by alias, reused until the server answers. */
export const submissionIds = new Map<string, string>()
