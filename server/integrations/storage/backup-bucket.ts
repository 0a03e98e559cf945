import { createHash } from 'node:crypto'
import type { Settings } from '#server/settings.ts'
import { StorageUnavailableError } from '../storage-error.ts'
import { createBucketStorage } from './bucket.ts'
import { createBreaker } from './create-breaker.ts'
import { bucketUrlOf, regionOf } from './open-bucket.ts'
import { escapeXml, insidesOf, textOf } from './read-xml.ts'
import { createS3Client, toStorageError, type S3Request } from './s3-client.ts'

/** No one waits for a backup, and a part takes its time. */
const timeouts = { answerMs: 60_000, bodyMs: 300_000, attempts: 3 }

/** Large files in a bucket, uploaded in parts: an object appears when all of its parts are there. */
export function openBackupBucket(settings: Settings) {
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(settings.backupTo) ?? []
  const prefix = folder && `${folder}/`
  const bucketUrl = bucketUrlOf({ ...settings, storageBucket: bucket })
  const credentials = { accessKeyId: settings.storageKeyId, secretAccessKey: settings.storageSecret, region: regionOf(settings) }
  const ask = createS3Client(
    bucketUrl,
    credentials,
    createBreaker(() => {}),
    timeouts,
  )
  const objects = createBucketStorage(ask, { bucketUrl, prefix })

  function urlOf(key: string, query: Record<string, string> = {}): URL {
    // Without the trailing slash for the bucket itself, as in createBucketStorage.
    const url = new URL(key === '' ? bucketUrl.replace(/\/$/, '') : `${bucketUrl}${key}`)
    url.search = String(new URLSearchParams(query))
    return url
  }

  async function send(request: S3Request) {
    const response = await ask(request)
    if (response.status === 404) throw toStorageError(response)
    return response
  }

  async function upload(key: string, uploadId: string, parts: AsyncIterable<Buffer>) {
    const tags: string[] = []
    for await (const body of parts) {
      const url = urlOf(key, { partNumber: String(tags.length + 1), uploadId })
      const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
      tags.push((await send({ method: 'PUT', url, headers, body })).headers.get('etag') ?? '')
    }
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`).join('')
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list}</CompleteMultipartUpload>`
    const headers = { 'content-type': 'application/xml' }
    const response = await send({ method: 'POST', url: urlOf(key, { uploadId }), headers, body })
    // S3 answers 200 before it knows whether it succeeds.
    if (textOf(response.body.toString('utf8'), 'Code')) throw toStorageError(response)
  }

  const abort = (key: string, uploadId: string) => ask({ method: 'DELETE', url: urlOf(key, { uploadId }) })

  return {
    async names(): Promise<string[]> {
      const names: string[] = []
      for await (const key of objects.keys()) names.push(key)
      return names
    },

    async upload(name: string, parts: AsyncIterable<Buffer>, bytes: number): Promise<void> {
      const key = prefix + name
      const started = await send({ method: 'POST', url: urlOf(key, { uploads: '' }) })
      const uploadId = textOf(started.body.toString('utf8'), 'UploadId')
      if (!uploadId) throw new StorageUnavailableError('NoUploadId', 'the storage started no upload')
      try {
        await upload(key, uploadId, parts)
      } catch (error) {
        await abort(key, uploadId).catch(() => {})
        throw error
      }
      const stored = await send({ method: 'HEAD', url: urlOf(key) })
      if (Number(stored.headers.get('content-length')) !== bytes)
        throw new StorageUnavailableError('WrongLength', 'the storage has another length than was sent')
    },

    async *download(name: string, partBytes: number): AsyncGenerator<Buffer> {
      const url = urlOf(prefix + name)
      const { headers } = await send({ method: 'HEAD', url })
      const bytes = Number(headers.get('content-length'))
      for (let at = 0; at < bytes; at += partBytes) {
        const { status, body } = await send({
          method: 'GET',
          url,
          headers: { range: `bytes=${at}-${Math.min(at + partBytes, bytes) - 1}` },
        })
        if (status !== 206 && at + body.length !== bytes)
          throw new StorageUnavailableError(`status-${status}`, 'the storage ignores ranges')
        yield body
      }
    },

    remove: (name: string) => objects.remove(name),

    /** Aborts uploads that were not completed, which are billed and not listed as objects. */
    async abortUploads(isOwn: (name: string) => boolean): Promise<void> {
      const { body } = await send({ method: 'GET', url: urlOf('', { uploads: '', prefix }) })
      for (const inside of insidesOf(body.toString('utf8'), 'Upload')) {
        const [key = '', uploadId = ''] = [textOf(inside, 'Key') ?? '', textOf(inside, 'UploadId') ?? '']
        if (key.startsWith(prefix) && isOwn(key.slice(prefix.length))) await abort(key, uploadId)
      }
    },
  }
}
