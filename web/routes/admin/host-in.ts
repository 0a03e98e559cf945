/** The host that was typed, alone or in an address, as the server reads it, which accepted it. */
export const hostIn = (typed: string) => new URL(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)
