import type { ClientData } from '#contract/contacts.ts'

/** More than this in an hour is a flood: what comes then is kept, and not announced one by one. */
export const floodAbove = 300
/** Where no browser worked for it, sooner. */
export const unprovedAbove = 20
export const floodWindowMs = 3_600_000

/** Nobody sees the field named website: who fills it in is a machine, or a browser that fills in everything. */
export const wasTyped = ({ website }: Pick<ClientData, 'website'>) => website === ''
