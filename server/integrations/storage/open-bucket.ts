import type { Settings } from '#server/settings.ts'
import type { Log } from '../log.ts'
import type { Storage } from '../storage.ts'
import { createBucketStorage } from './bucket.ts'
import { createBreaker } from './create-breaker.ts'
import { keepInMemory } from './keep-in-memory.ts'
import { reachBucket } from './reach-bucket.ts'
import { createS3Client, type Patience } from './s3-client.ts'

/** A picture is there at once or not at all: behind it, somebody looks at an empty place. */
const patience = { answerMs: 4000, bodyMs: 30_000, attempts: 3 }

export function openBucket(settings: Settings, log: Log, waits: Patience = patience): Storage {
  const breaker = createBreaker(
    (isAway) => (isAway ? log.error('storage-away', { url: settings.storageUrl }) : log.info('storage-back')),
    waits.restMs,
  )
  const credentials = { accessKeyId: settings.storageKeyId, secretAccessKey: settings.storageSecret, region: regionOf(settings) }
  const bucketUrl = bucketUrlOf(settings)
  const ask = createS3Client(bucketUrl, credentials, breaker, waits)
  const bucket = createBucketStorage(ask, { bucketUrl, prefix: settings.storagePrefix })
  return { ...keepInMemory(bucket), isAway: breaker.isAway, reach: () => reachBucket(bucket, settings) }
}

function bucketUrlOf({ storageUrl, storageBucket, storagePathStyle }: Settings): string {
  const url = new URL(`${storageUrl}/`)
  if (storagePathStyle) return `${url.href}${storageBucket}/`
  url.host = `${storageBucket}.${url.host}`
  return url.href
}

/** `s3.eu-central-1.amazonaws.com` names it; those who have no regions take AWS's first. */
const regionOf = ({ storageRegion, storageUrl }: Settings): string =>
  storageRegion || /\bs3[.-]([a-z]{2}(?:-[a-z]+)+-\d)\./.exec(storageUrl)?.[1] || 'us-east-1'
