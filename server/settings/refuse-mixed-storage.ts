import { Refusal } from '#server/refusal.ts'
import type { Settings } from './description.ts'

/** Half a bucket, or a bucket beside the disk: somebody meant something else. */
export function refuseMixedStorage(settings: Settings) {
  const { storage, storageUrl, storageBucket, storageKeyId, storageSecret, storagePrefix } = settings
  const wanted = { STORAGE_URL: storageUrl, STORAGE_BUCKET: storageBucket, STORAGE_KEY_ID: storageKeyId, STORAGE_SECRET: storageSecret }
  const isSet = ([, value]: [string, string]) => value !== ''
  if (storage === 's3') {
    const missing = Object.entries(wanted).filter((entry) => !isSet(entry))
    if (missing.length > 0)
      throw new Refusal(`STORAGE is s3, which wants ${missing.map(([name]) => name).join(', ')} too. Set them, or leave STORAGE at disk.`)
    return
  }
  const idle = Object.entries({ ...wanted, STORAGE_PREFIX: storagePrefix }).find(isSet)
  if (idle) throw new Refusal(`${idle[0]} is set, but STORAGE is disk: pictures would land in DATA_DIR. Set STORAGE=s3, or unset it.`)
}
