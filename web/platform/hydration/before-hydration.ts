/** Lazy parts that are in the server's HTML: they load before hydration, or React would render without them first. */
export const beforeHydration: Promise<unknown>[] = []
