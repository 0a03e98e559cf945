import { z } from 'zod'

/** Unix seconds up to the end of the year 9999, the limit of our timestamp columns. */
export const Seconds = z.int().min(0).max(253_402_300_799)

/** In the smallest unit of its currency. */
export const Amount = z.int()
