import type sharp from 'sharp'

let loaded: Promise<typeof sharp> | null = null

/** The picture library, when a picture must be made: a server that only gives out what is there never loads it. */
export function openDarkroom(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: library }) => {
    library.concurrency(1)
    library.cache(false)
    return library
  })
  return loaded
}
