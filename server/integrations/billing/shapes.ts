import { z } from 'zod'

/** A moment in seconds, up to the end of the year 9999: no calendar goes on for ever, and no column keeps what is beyond. */
export const Seconds = z.int().min(0).max(253_402_300_799)

/** In the smallest unit of its currency. */
export const Amount = z.int()
