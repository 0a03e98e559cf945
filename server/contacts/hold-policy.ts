import type { ClientData } from '#contract/contacts.ts'
import type { Limit } from '#contract/endpoint.ts'

/** So many are announced to an owner in an hour, those that a browser worked for and the others each by themselves. */
export const announcedMax = { proved: 300, unproved: 20 } as const
export const floodWindowMs = 3_600_000
/** Of those that no browser worked for, one line has no more than these announced, and a site little more: the rest are for other people. */
export const unprovedOfLine: Limit = { per: 'card', count: 3, windowSeconds: 3600 }

/** Nobody sees the field named website: who fills it in is a machine, or a browser that fills in everything. */
export const wasTyped = ({ website }: Pick<ClientData, 'website'>) => website === ''
