import { join } from 'node:path'
import type { Settings } from '#server/settings.ts'
import type { Log } from './log.ts'
import { createDiskStorage } from './storage/disk.ts'

/** Where pictures are stored. A key is a path: `SUBJECT/KIND/REVISION/…`. */
export type Storage = {
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer | null>
  has(key: string): Promise<boolean>
  /** Removes everything below a prefix that ends with a slash, or one key. */
  remove(prefix: string): Promise<void>
  /** Streams every key, or those below a prefix that ends with a slash: folder by folder, in no other order. */
  keys(prefix?: string): AsyncIterable<string>
  /** The same, with the time of each `put`. */
  files(prefix: string): AsyncIterable<{ key: string; changedAt: Date }>
  /** The name of the installation that owns the pictures, stored beside them without a key; null if there is none. */
  owner(): Promise<string | null>
  own(name: string): Promise<void>
  /** Throws a UserError with an explanation if the storage does not work as configured. */
  reach(): Promise<void>
  /** True while it is known to be unavailable. */
  isAway(): boolean
}

/** Describes the storage to administrators. */
export function describeStorage({ storage, storageUrl, storageBucket, storagePrefix, dataDir }: Settings): string {
  if (storage === 'disk') return join(dataDir, 'pictures')
  return `the bucket ${[storageBucket, storagePrefix].filter(Boolean).join('/')} at ${new URL(storageUrl).host}`
}

/** Opens the configured storage. The code for buckets is loaded only if one is set. */
export async function createStorage(settings: Settings, log: Log): Promise<Storage> {
  if (settings.storage === 'disk') return createDiskStorage(settings.dataDir)
  const { openBucket } = await import('./storage/open-bucket.ts')
  return openBucket(settings, log)
}
