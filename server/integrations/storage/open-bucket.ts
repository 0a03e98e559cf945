import { randomUUID } from 'node:crypto'
import { UserError } from '#server/common/user-error.ts'
import type { Settings } from '#server/settings.ts'
import type { Log } from '../log.ts'
import { isStorageUnavailable, type StorageUnavailableError } from '../storage-error.ts'
import type { Storage } from '../storage.ts'
import { createBucketStorage } from './bucket.ts'
import { createBreaker } from './create-breaker.ts'
import { cacheInMemory } from './cache-in-memory.ts'
import { createS3Client, type Timeouts } from './s3-client.ts'

/** A visitor waits for the picture, so fail fast. */
const defaultTimeouts = { answerMs: 4000, bodyMs: 30_000, attempts: 3 }

export function openBucket(settings: Settings, log: Log, timeouts: Timeouts = defaultTimeouts): Storage {
  const breaker = createBreaker(
    (isAway) => (isAway ? log.error('storage-unavailable', { url: settings.storageUrl }) : log.info('storage-recovered')),
    timeouts.openMs,
  )
  const credentials = { accessKeyId: settings.storageKeyId, secretAccessKey: settings.storageSecret, region: regionOf(settings) }
  const bucketUrl = bucketUrlOf(settings)
  const ask = createS3Client(bucketUrl, credentials, breaker, timeouts)
  const bucket = createBucketStorage(ask, { bucketUrl, prefix: settings.storagePrefix })
  return { ...cacheInMemory(bucket), isAway: breaker.isAway, reach: () => reachBucket(bucket, settings) }
}

export function bucketUrlOf({ storageUrl, storageBucket, storagePathStyle }: Settings): string {
  const url = new URL(`${storageUrl}/`)
  if (storagePathStyle) return `${url.href}${storageBucket}/`
  url.host = `${storageBucket}.${url.host}`
  return url.href
}

/** The region in a host such as `s3.eu-central-1.amazonaws.com`; providers without regions accept AWS's first. */
export const regionOf = ({ storageRegion, storageUrl }: Settings): string =>
  storageRegion || /\bs3[.-]([a-z]{2}(?:-[a-z]+)+-\d)\./.exec(storageUrl)?.[1] || 'us-east-1'

type BucketSettings = Pick<Settings, 'storageBucket' | 'storageUrl'>

/** Lists, writes, reads and removes a small object at the start, so that missing rights are found early. */
async function reachBucket(storage: Pick<Storage, 'put' | 'get' | 'remove' | 'keys'>, settings: BucketSettings): Promise<void> {
  const folder = `start-${randomUUID()}/`
  let what = 'list'
  try {
    for await (const _key of storage.keys(folder)) break
    what = 'write to'
    await storage.put(`${folder}word`, Buffer.from('here'))
    what = 'read'
    await storage.get(`${folder}word`)
    what = 'delete from'
    await storage.remove(folder)
  } catch (error) {
    throw isStorageUnavailable(error) ? new UserError(explain(error, what, settings), { cause: error }) : error
  }
}

function explain({ code, cause }: StorageUnavailableError, what: string, { storageBucket, storageUrl }: BucketSettings): string {
  const region = cause && typeof cause === 'object' && 'region' in cause ? String(cause.region) : ''
  if (code === 'NoSuchBucket') return `There is no bucket ${storageBucket} at STORAGE_URL. Create it, or correct STORAGE_BUCKET.`
  if (code === 'InvalidAccessKeyId') return 'The storage at STORAGE_URL does not know STORAGE_KEY_ID. Check it.'
  if (code === 'SignatureDoesNotMatch') return 'STORAGE_SECRET does not belong to STORAGE_KEY_ID. Check both.'
  if (region && /^(AuthorizationHeaderMalformed|PermanentRedirect|TemporaryRedirect|status-30\d|IllegalLocation)/.test(code))
    return `The bucket ${storageBucket} is in the region ${region}. Set STORAGE_REGION=${region}, and STORAGE_URL to its address there.`
  if (code === 'AccessDenied' || code === 'AllAccessDisabled' || code === 'status-403')
    return `The key in STORAGE_KEY_ID may not ${what} the bucket ${storageBucket}. Give it the rights that docs/operating.md names.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host in STORAGE_URL is not known. Check its name, and STORAGE_PATH_STYLE.'
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/i.test(code))
    return `The storage at STORAGE_URL shows a certificate that this machine does not trust (${code}). Check the address.`
  if (/^status-(2|3|4)/.test(code)) return `What answers at ${storageUrl} does not speak S3 (${code}). Check STORAGE_URL.`
  return `The storage at STORAGE_URL cannot be reached (${code}). Start it, or check host and port.`
}
