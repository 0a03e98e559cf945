const name = 'device'
const version = 1
const storeName = 'values'
/** Safari sometimes never answers an open request. Until it does, the store counts as unavailable. */
const opensWithinMs = 2500
let isUnresponsive = false

/** Values by key in IndexedDB, shared by pages and worker. Without storage it reads as empty. */
export async function readValue(key: string): Promise<unknown> {
  return withTransaction('readonly', (values, done) => {
    const request: IDBRequest<unknown> = values.get(key)
    request.onsuccess = () => done(request.result)
  })
}

/** Reads and writes in one transaction, so that a page and the worker never overwrite each other. `undefined` removes the key. */
export async function changeValue<T>(key: string, change: (found: unknown) => T): Promise<T | undefined> {
  return withTransaction('readwrite', (values, done) => {
    const request: IDBRequest<unknown> = values.get(key)
    request.onsuccess = () => {
      const changed = change(request.result)
      if (changed === undefined) values.delete(key)
      else values.put(changed, key)
      done(changed)
    }
  })
}

async function withTransaction<T>(
  mode: IDBTransactionMode,
  act: (values: IDBObjectStore, done: (result: T) => void) => void,
): Promise<T | undefined> {
  const base = await open().catch(() => null)
  if (!base) return undefined
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const transaction = base.transaction(storeName, mode)
      let result: T | undefined
      transaction.oncomplete = () => resolve(result)
      transaction.onabort = () => reject(transaction.error ?? new Error('The device store rejected the write.'))
      act(transaction.objectStore(storeName), (found) => (result = found))
    })
  } catch {
    return undefined
  } finally {
    base.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error('The store does not answer.'))
    if (isUnresponsive) return failed()
    const request = indexedDB.open(name, version)
    let isTimedOut = false
    const timer = setTimeout(() => {
      isUnresponsive = isTimedOut = true
      failed()
    }, opensWithinMs)
    const answered = (act: () => void) => () => {
      clearTimeout(timer)
      isUnresponsive = false
      act()
    }
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(storeName)) request.result.createObjectStore(storeName)
    }
    request.onsuccess = answered(() => (isTimedOut ? request.result.close() : resolve(request.result)))
    request.onerror = answered(() => reject(request.error ?? new Error('The device has no store.')))
    request.onblocked = answered(() => reject(new Error('Another window blocks the device store.')))
  })
}
