import { z } from 'zod'
import { issueCode } from './input-issues.ts'

/** Lowercase, as in the database and in every cache key. */
export const uuid = z.uuid().toLowerCase()

/** The values of an issue’s sentence. */
export const IssueValues = z.record(z.string(), z.union([z.string(), z.number()]))

/** The answer to a call that only does something. */
export const done = z.object({ success: z.literal(1), message: z.string() })

/** PostgreSQL has no year 0. */
const hasYear = (text: string) => !text.startsWith('0000')

/** A timestamp in UTC. */
export const moment = z.iso.datetime().refine(hasYear, issueCode('dateTooEarly'))
