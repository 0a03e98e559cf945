const path = '/api/public/story-picture/'

/** The product's built-in story pictures, by name. */
export const builtInArt = ['yard-sign', 'red-door', 'mailbox'] as const

export const pictureHref = (id: string) => `${path}${id}`

/** A folder per picture, because the storage removes whole folders. */
export const pictureFolder = (id: string) => `stories/${id}/`
export const pictureKey = (id: string) => `${pictureFolder(id)}master.webp`

/** The ids of uploaded pictures in these stories. */
export function picturesIn(groups: readonly { stories: readonly { url: string }[] }[]): string[] {
  const ids = groups.flatMap(({ stories }) => stories.map(({ url }) => (url.startsWith(path) ? url.slice(path.length) : '')))
  return [...new Set(ids)].filter((id) => /^[0-9a-f]{24}$/.test(id))
}
