type Place = { roomBytes?: number }

/** A browser's caches in memory: as much of them as our worker uses. A full one refuses as a browser does. */
export function theCaches({ roomBytes = Number.POSITIVE_INFINITY }: Place = {}, origin = 'https://carte.example') {
  const shelves = new Map<string, Map<string, { response: Response; bytes: number }>>()
  const addressOf = (asked: RequestInfo | URL) =>
    new URL(typeof asked === 'string' ? asked : 'url' in asked ? asked.url : asked.href, origin).href
  const plain = (address: string, { ignoreSearch = false }: CacheQueryOptions = {}) =>
    ignoreSearch ? (address.split('?')[0] ?? '') : address
  const used = () => [...shelves.values()].flatMap((shelf) => [...shelf.values()]).reduce((sum, { bytes }) => sum + bytes, 0)

  function aShelf(kept: Map<string, { response: Response; bytes: number }>) {
    const find = (asked: RequestInfo | URL, options?: CacheQueryOptions) =>
      [...kept].find(([address]) => plain(address, options) === plain(addressOf(asked), options))
    return {
      match: async (asked: RequestInfo | URL, options?: CacheQueryOptions) => find(asked, options)?.[1].response.clone(),
      async put(asked: RequestInfo | URL, response: Response) {
        const body = await response.arrayBuffer()
        if (used() + body.byteLength > roomBytes) throw new DOMException('No room.', 'QuotaExceededError')
        const { status, headers } = response
        kept.set(addressOf(asked), { response: new Response(body, { status, headers }), bytes: body.byteLength })
      },
      delete: async (asked: RequestInfo | URL) => kept.delete(addressOf(asked)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    }
  }

  const open = async (name: string) => {
    const kept = shelves.get(name) ?? new Map()
    shelves.set(name, kept)
    return aShelf(kept)
  }
  const caches = {
    open,
    has: async (name: string) => shelves.has(name),
    keys: async () => [...shelves.keys()],
    delete: async (name: string) => shelves.delete(name),
    async match(asked: RequestInfo | URL, options?: CacheQueryOptions) {
      for (const name of shelves.keys()) {
        const found = await (await open(name)).match(asked, options)
        if (found) return found
      }
      return undefined
    },
  } as unknown as CacheStorage
  return {
    caches,
    shelves,
    pathsOn: (name: string) => [...(shelves.get(name)?.keys() ?? [])].map((url) => url.slice(origin.length)).toSorted(),
  }
}
