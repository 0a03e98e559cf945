/** Part of the framework's chunk, so that the chunk can be requested before its first user is loaded. */
export const isThere = true
