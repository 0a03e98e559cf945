import { z } from 'zod'

/** In lower case, as the database and every cache key have it. */
export const uuid = z.uuid().toLowerCase()

/** PostgreSQL knows no year 0. */
const hasYear = (text: string) => !text.startsWith('0000')

/** A moment in UTC. */
export const moment = z.iso.datetime().refine(hasYear, 'Enter a date after the year 0.')
