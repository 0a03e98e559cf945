/** The beginning of a text, at most so long: cut between letters, never through one. */
export const beginningOf = (text: string, lettersMost: number): string => text.slice(0, lettersMost).replace(/[\ud800-\udbff]$/, '')
