import { drawnAddresses } from '#contract/drawn-addresses.ts'
import { filled, type Parts } from './fill-address.ts'

/** Where what a page names is found. */
export const addressOf = (name: keyof typeof drawnAddresses, parts: Parts): string => filled(drawnAddresses[name], parts)
