import { join } from 'node:path'
import type { Settings } from '#server/settings.ts'
import type { Log } from './log.ts'
import { createDiskStorage } from './storage/disk.ts'

/** Where the bytes of pictures live. A key is a path of plain words: `SUBJECT/KIND/REVISION/…`. */
export type Storage = {
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer | null>
  has(key: string): Promise<boolean>
  /** Everything below a prefix that ends with a slash, or what lies under that one key. */
  remove(prefix: string): Promise<void>
  /** Every key, or those below a prefix that ends with a slash: folder by folder, in no other order, and never all at once in memory. */
  keys(prefix?: string): AsyncIterable<string>
  /** The same, with when each was put. */
  files(prefix: string): AsyncIterable<{ key: string; changedAt: Date }>
  /** The name of whose pictures these are, which lies beside them and is no key; null where nobody has named it. */
  owner(): Promise<string | null>
  own(name: string): Promise<void>
  /** Refuses in words where it cannot be used as it is set. */
  reach(): Promise<void>
  /** Whether it is known not to answer just now. */
  isAway(): boolean
}

/** In words, for people. */
export function describeStorage({ storage, storageUrl, storageBucket, storagePrefix, dataDir }: Settings): string {
  if (storage === 'disk') return join(dataDir, 'pictures')
  return `the bucket ${[storageBucket, storagePrefix].filter(Boolean).join('/')} at ${new URL(storageUrl).host}`
}

/** What is set. The code for a bucket is loaded only where there is one. */
export async function createStorage(settings: Settings, log: Log): Promise<Storage> {
  if (settings.storage === 'disk') return createDiskStorage(settings.dataDir)
  const { openBucket } = await import('./storage/open-bucket.ts')
  return openBucket(settings, log)
}
