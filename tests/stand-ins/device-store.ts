type StoreRequest = { result: unknown; onsuccess?: () => void; onupgradeneeded?: () => void }

/** IndexedDB in memory, as far as our wrapper uses it. */
export function aDeviceStore(values = new Map<unknown, unknown>()) {
  const defer = (callback: () => void) => queueMicrotask(callback)

  function transaction() {
    const parts = { oncomplete: () => {}, onabort: () => {}, error: null, objectStore: () => shelf }
    let open = 1
    const shelf = {
      get(key: unknown) {
        const request: StoreRequest = { result: structuredClone(values.get(key)) }
        open += 1
        defer(() => {
          request.onsuccess?.()
          end()
        })
        return request
      },
      put: (value: unknown, key: unknown) => void values.set(key, structuredClone(value)),
      delete: (key: unknown) => void values.delete(key),
    }
    const end = () => {
      open -= 1
      if (open === 0) defer(() => parts.oncomplete())
    }
    defer(end)
    return parts
  }

  const base = { transaction, close: () => {}, objectStoreNames: { contains: () => true } }
  const indexedDB = {
    open(): StoreRequest {
      const request: StoreRequest = { result: base }
      defer(() => request.onsuccess?.())
      return request
    },
  }
  return { values, indexedDB }
}
