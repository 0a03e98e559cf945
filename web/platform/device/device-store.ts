const name = 'device'
const version = 1
const shelf = 'values'
/** Safari sometimes never answers an open request. From then on, and until it does, there is no store. */
const opensWithinMs = 2500
let isSilent = false

/** Values by key, shared by pages and worker. A device that refuses to keep anything reads as empty. */
export async function readValue(key: string): Promise<unknown> {
  return within('readonly', (values, done) => {
    const asked: IDBRequest<unknown> = values.get(key)
    asked.onsuccess = () => done(asked.result)
  })
}

/** Reads and writes in one step, so that a page and the worker never undo each other's changes. `undefined` takes the key away. */
export async function changeValue<T>(key: string, change: (found: unknown) => T): Promise<T | undefined> {
  return within('readwrite', (values, done) => {
    const asked: IDBRequest<unknown> = values.get(key)
    asked.onsuccess = () => {
      const changed = change(asked.result)
      if (changed === undefined) values.delete(key)
      else values.put(changed, key)
      done(changed)
    }
  })
}

async function within<T>(
  mode: IDBTransactionMode,
  act: (values: IDBObjectStore, done: (result: T) => void) => void,
): Promise<T | undefined> {
  const base = await open().catch(() => null)
  if (!base) return undefined
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const transaction = base.transaction(shelf, mode)
      let result: T | undefined
      transaction.oncomplete = () => resolve(result)
      transaction.onabort = () => reject(transaction.error ?? new Error('The device kept nothing.'))
      act(transaction.objectStore(shelf), (found) => (result = found))
    })
  } catch {
    return undefined
  } finally {
    base.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const silent = () => reject(new Error('The store does not answer.'))
    if (isSilent) return silent()
    const asked = indexedDB.open(name, version)
    let isLate = false
    const timer = setTimeout(() => {
      isSilent = isLate = true
      silent()
    }, opensWithinMs)
    const answered = (act: () => void) => () => {
      clearTimeout(timer)
      isSilent = false
      act()
    }
    asked.onupgradeneeded = () => {
      if (!asked.result.objectStoreNames.contains(shelf)) asked.result.createObjectStore(shelf)
    }
    asked.onsuccess = answered(() => (isLate ? asked.result.close() : resolve(asked.result)))
    asked.onerror = answered(() => reject(asked.error ?? new Error('The device has no store.')))
    asked.onblocked = answered(() => reject(new Error('Another window holds the store.')))
  })
}
