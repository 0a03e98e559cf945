/** Lies in the framework's file, so that it can be asked for before the first file that uses it has come. */
export const isThere = true
