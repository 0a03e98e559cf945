/** The first `lettersMost` UTF-16 units of a text, without cutting through a surrogate pair. */
export const beginningOf = (text: string, lettersMost: number): string => text.slice(0, lettersMost).replace(/[\ud800-\udbff]$/, '')
