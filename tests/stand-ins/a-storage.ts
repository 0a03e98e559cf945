export type Storage = ReturnType<typeof aStorage>

/** A browser storage for tests. Its content is visible, and `fill` makes it full. */
export function aStorage() {
  const stored = new Map<string, string>()
  let maxSize = Infinity
  const size = () => [...stored].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (size() - (stored.get(key)?.length ?? 0) + value.length > maxSize) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => void stored.delete(key),
  }
  const local = new Proxy(methods, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  return { stored, local, fill: () => (maxSize = size()) }
}
