import type { Entry } from './entry.ts'

/** What was typed into the form of each card since this page was loaded, and not sent. */
export const typedEntries = new Map<string, Entry>()

/** The id that this form was sent with. It stays until an answer says what became of it: the server then takes the form once. */
export const submissionIds = new Map<string, string>()
