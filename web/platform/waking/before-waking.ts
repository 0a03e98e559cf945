/** Parts the page was drawn with that are fetched late: they are there before it wakes, or React would draw without them first. */
export const beforeWaking: Promise<unknown>[] = []
