export type Storage = ReturnType<typeof aStorage>

/** A browser's storage for tests: what lies in it can be seen, and it can be full. */
export function aStorage() {
  const kept = new Map<string, string>()
  let most = Infinity
  const size = () => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (size() - (kept.get(key)?.length ?? 0) + value.length > most) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  const local = new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  return { kept, local, fill: () => (most = size()) }
}
