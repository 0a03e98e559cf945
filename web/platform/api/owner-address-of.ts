import { ownerAddresses } from '#contract/addresses.ts'
import { filled } from './fill-address.ts'

/** The path of an owner's call, to be followed as a link. */
export const ownerAddressOf = (name: keyof typeof ownerAddresses, parts: Record<string, string>): string =>
  filled(ownerAddresses[name], parts)
