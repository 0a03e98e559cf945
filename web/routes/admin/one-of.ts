/** The text, if it is one of these. */
export const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined => known.find((one) => one === text)
