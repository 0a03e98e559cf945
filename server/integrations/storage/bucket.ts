import { createHash } from 'node:crypto'
import type { Storage } from '../storage.ts'
import { StorageUnavailableError } from '../storage-error.ts'
import { validateKey } from './validate-key.ts'
import { escapeXml, insidesOf, textOf } from './read-xml.ts'
import { toStorageError, sha256, type S3Response, type S3Client } from './s3-client.ts'

/** The bucket’s URL with a trailing slash, and the key prefix of this installation. */
type BucketLocation = { bucketUrl: string; prefix: string }

/** A bucket of any S3-compatible provider. Once `put` resolves, the picture is stored. */
export function createBucketStorage(send: S3Client, { bucketUrl, prefix: ownPrefix }: BucketLocation): Omit<Storage, 'isAway' | 'reach'> {
  const urlOf = (key: string) => new URL(`${bucketUrl}${ownPrefix}${validateKey(key)}`)

  /** Without the trailing slash, as in AWS's SDK: some servers compute the signature for that path in any case. */
  const ofBucket = bucketUrl.replace(/\/$/, '')

  /** Keys never begin with a dot, so it is never listed and never removed. */
  const ownerUrl = new URL(`${bucketUrl}${ownPrefix}.name`)

  async function* pages(prefix: string): AsyncGenerator<{ key: string; changedAt: Date }[]> {
    const tokens = new Set<string>()
    for (let token: string | null = ''; token !== null;) {
      if (tokens.has(token)) throw new StorageUnavailableError('ListInCircles', 'the storage repeats list pages')
      tokens.add(token)
      const url = new URL(ofBucket)
      const query = { 'list-type': '2', prefix: ownPrefix + prefix, ...(token ? { 'continuation-token': token } : {}) }
      // Some servers decode a space sent as `+` differently than it was signed.
      url.search = String(new URLSearchParams(query)).replaceAll('+', '%20')
      const xml = assertBucketExists(await send({ method: 'GET', url })).body.toString('utf8')
      yield insidesOf(xml, 'Contents').flatMap((inside) => {
        const key = textOf(inside, 'Key') ?? ''
        // A list may contain keys outside the prefix: skip them.
        return key.startsWith(ownPrefix + prefix)
          ? { key: key.slice(ownPrefix.length), changedAt: new Date(textOf(inside, 'LastModified') ?? 0) }
          : []
      })
      token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null
    }
  }

  async function* files(prefix: string) {
    // Keys of other programs in our prefix are left alone.
    for await (const page of pages(prefix)) yield* page.filter(({ key }) => isPlain(key))
  }

  async function removeTogether(keys: string[]): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${escapeXml(ownPrefix + key)}</Key></Object>`).join('')
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`
    const url = new URL(`${ofBucket}?delete=`)
    const response = assertBucketExists(
      await send({ method: 'POST', url, body, headers: { 'content-type': 'application/xml', 'content-md5': md5(body) } }),
    )
    // S3 answers 200 even if some were not deleted.
    if (insidesOf(response.body.toString('utf8'), 'Error').length > 0) throw toStorageError(response)
  }

  async function putObject(url: URL, bytes: Uint8Array): Promise<void> {
    const sums = { 'content-md5': md5(bytes), 'x-amz-meta-sha256': sha256(bytes) }
    assertBucketExists(await send({ method: 'PUT', url, headers: { ...sums, 'content-type': 'application/octet-stream' }, body: bytes }))
  }

  async function getObject(url: URL): Promise<Buffer | null> {
    const response = await send({ method: 'GET', url })
    if (response.status !== 404) return response.body
    const error = toStorageError(response)
    if (error.code === 'NoSuchBucket') throw error
    return null
  }

  return {
    put: (key, bytes) => putObject(urlOf(key), bytes),
    get: (key) => getObject(urlOf(key)),
    has: async (key) => (await send({ method: 'HEAD', url: urlOf(key) })).status !== 404,
    async remove(prefix) {
      if (!prefix.endsWith('/')) return removeTogether([validateKey(prefix)])
      for await (const page of pages(validateKey(prefix))) if (page.length > 0) await removeTogether(page.map(({ key }) => key))
    },
    async *keys(prefix = '') {
      for await (const { key } of files(prefix)) yield key
    },
    files,
    owner: async () => (await getObject(ownerUrl))?.toString('utf8') ?? null,
    own: (name) => putObject(ownerUrl, Buffer.from(name)),
  }
}

/** For calls without a key, where 404 means that the bucket does not exist. */
function assertBucketExists(response: S3Response): S3Response {
  if (response.status === 404) throw toStorageError(response)
  return response
}

function isPlain(key: string): boolean {
  try {
    return validateKey(key).endsWith('/') === false
  } catch {
    return false
  }
}

const md5 = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('base64')
