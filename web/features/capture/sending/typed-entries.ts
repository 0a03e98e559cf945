import type { Entry } from '../form/entry.ts'

/** What was typed into the form of each card since this page was loaded, and not sent. */
export const typedEntries = new Map<string, Entry>()

/** The form's idempotency key by alias, reused until the server answers. */
export const submissionIds = new Map<string, string>()
