import type sharp from 'sharp'

let loaded: Promise<typeof sharp> | null = null

/** Loads sharp on first use: a server that only serves stored images never loads it. */
export function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: library }) => {
    library.concurrency(1)
    library.cache(false)
    return library
  })
  return loaded
}
