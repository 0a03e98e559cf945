type CacheOptions = { capacityBytes?: number }

/** The Cache API in memory, as far as the worker uses it. A full one throws as in a browser. */
export function theCaches({ capacityBytes = Number.POSITIVE_INFINITY }: CacheOptions = {}, origin = 'https://carte.example') {
  const stores = new Map<string, Map<string, { response: Response; bytes: number }>>()
  const addressOf = (request: RequestInfo | URL) =>
    new URL(typeof request === 'string' ? request : 'url' in request ? request.url : request.href, origin).href
  const plain = (address: string, { ignoreSearch = false }: CacheQueryOptions = {}) =>
    ignoreSearch ? (address.split('?')[0] ?? '') : address
  const used = () => [...stores.values()].flatMap((store) => [...store.values()]).reduce((sum, { bytes }) => sum + bytes, 0)

  function openStore(entries: Map<string, { response: Response; bytes: number }>) {
    const find = (request: RequestInfo | URL, options?: CacheQueryOptions) =>
      [...entries].find(([address]) => plain(address, options) === plain(addressOf(request), options))
    return {
      match: async (request: RequestInfo | URL, options?: CacheQueryOptions) => find(request, options)?.[1].response.clone(),
      async put(request: RequestInfo | URL, response: Response) {
        const body = await response.arrayBuffer()
        if (used() + body.byteLength > capacityBytes) throw new DOMException('No room.', 'QuotaExceededError')
        const { status, headers } = response
        entries.set(addressOf(request), { response: new Response(body, { status, headers }), bytes: body.byteLength })
      },
      delete: async (request: RequestInfo | URL) => entries.delete(addressOf(request)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    }
  }

  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map()
    stores.set(name, entries)
    return openStore(entries)
  }
  const caches = {
    open,
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    async match(request: RequestInfo | URL, options?: CacheQueryOptions) {
      for (const name of stores.keys()) {
        const found = await (await open(name)).match(request, options)
        if (found) return found
      }
      return undefined
    },
  } as unknown as CacheStorage
  return {
    caches,
    stores,
    pathsOn: (name: string) => [...(stores.get(name)?.keys() ?? [])].map((url) => url.slice(origin.length)).toSorted(),
  }
}
