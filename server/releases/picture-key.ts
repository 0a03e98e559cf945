const path = '/api/public/story-picture/'

/** The drawings that the product brings along, by name. */
export const ourArt = ['yard-sign', 'red-door', 'mailbox'] as const

export const pictureHref = (id: string) => `${path}${id}`

/** A folder each: what is removed takes nothing else with it. */
export const pictureFolder = (id: string) => `stories/${id}/`
export const pictureKey = (id: string) => `${pictureFolder(id)}master.webp`

/** The uploaded pictures that stories show, by id. */
export function picturesIn(groups: readonly { stories: readonly { url: string }[] }[]): string[] {
  const ids = groups.flatMap(({ stories }) => stories.map(({ url }) => (url.startsWith(path) ? url.slice(path.length) : '')))
  return [...new Set(ids)].filter((id) => /^[0-9a-f]{24}$/.test(id))
}
