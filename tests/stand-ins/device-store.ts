type Asked = { result: unknown; onsuccess?: () => void; onupgradeneeded?: () => void }

/** A device's store in memory: as much of IndexedDB as our own small wrapper uses. */
export function aDeviceStore(values = new Map<unknown, unknown>()) {
  const later = (act: () => void) => queueMicrotask(act)

  function transaction() {
    const parts = { oncomplete: () => {}, onabort: () => {}, error: null, objectStore: () => shelf }
    let open = 1
    const shelf = {
      get(key: unknown) {
        const asked: Asked = { result: structuredClone(values.get(key)) }
        open += 1
        later(() => {
          asked.onsuccess?.()
          end()
        })
        return asked
      },
      put: (value: unknown, key: unknown) => void values.set(key, structuredClone(value)),
      delete: (key: unknown) => void values.delete(key),
    }
    const end = () => {
      open -= 1
      if (open === 0) later(() => parts.oncomplete())
    }
    later(end)
    return parts
  }

  const base = { transaction, close: () => {}, objectStoreNames: { contains: () => true } }
  const indexedDB = {
    open(): Asked {
      const asked: Asked = { result: base }
      later(() => asked.onsuccess?.())
      return asked
    },
  }
  return { values, indexedDB }
}
