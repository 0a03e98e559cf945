import { createHash } from 'node:crypto'
import type { Storage } from '../storage.ts'
import { StorageAway } from '../storage-away.ts'
import { plainWords } from './plain-words.ts'
import { escapeXml, insidesOf, textOf } from './read-xml.ts'
import { refusalOf, sha256, type Answered, type S3Client } from './s3-client.ts'

/** The bucket's URL, with a trailing slash, and our prefix in it. */
export type Place = { bucketUrl: string; prefix: string }

/** A bucket of any S3-compatible provider. Once `put` resolves, the picture is stored. */
export function createBucketStorage(ask: S3Client, { bucketUrl, prefix: ours }: Place): Omit<Storage, 'isAway' | 'reach'> {
  const urlOf = (key: string) => new URL(`${bucketUrl}${ours}${plainWords(key)}`)

  /** Without the trailing slash, as in AWS's SDK: some servers compute the signature for that path in any case. */
  const ofBucket = bucketUrl.replace(/\/$/, '')

  /** Keys never begin with a dot, so it is never listed and never removed. */
  const ownerUrl = new URL(`${bucketUrl}${ours}.name`)

  async function* pages(prefix: string): AsyncGenerator<{ key: string; changedAt: Date }[]> {
    const seen = new Set<string>()
    for (let token: string | null = ''; token !== null;) {
      if (seen.has(token)) throw new StorageAway('ListInCircles', 'the storage lists the same pages again and again')
      seen.add(token)
      const url = new URL(ofBucket)
      const query = { 'list-type': '2', prefix: ours + prefix, ...(token ? { 'continuation-token': token } : {}) }
      // Some servers decode a space sent as `+` differently than it was signed.
      url.search = String(new URLSearchParams(query)).replaceAll('+', '%20')
      const xml = whole(await ask({ method: 'GET', url })).body.toString('utf8')
      yield insidesOf(xml, 'Contents').flatMap((inside) => {
        const key = textOf(inside, 'Key') ?? ''
        // A list may contain keys outside the prefix: skip them.
        return key.startsWith(ours + prefix)
          ? { key: key.slice(ours.length), changedAt: new Date(textOf(inside, 'LastModified') ?? 0) }
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
    const objects = keys.map((key) => `<Object><Key>${escapeXml(ours + key)}</Key></Object>`).join('')
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`
    const url = new URL(`${ofBucket}?delete=`)
    const answered = whole(
      await ask({ method: 'POST', url, body, headers: { 'content-type': 'application/xml', 'content-md5': md5(body) } }),
    )
    // S3 answers 200 even if some were not deleted.
    if (insidesOf(answered.body.toString('utf8'), 'Error').length > 0) throw refusalOf(answered)
  }

  async function putAt(url: URL, bytes: Uint8Array): Promise<void> {
    const sums = { 'content-md5': md5(bytes), 'x-amz-meta-sha256': sha256(bytes) }
    whole(await ask({ method: 'PUT', url, headers: { ...sums, 'content-type': 'application/octet-stream' }, body: bytes }))
  }

  async function getAt(url: URL): Promise<Buffer | null> {
    const answered = await ask({ method: 'GET', url })
    if (answered.status !== 404) return answered.body
    const refusal = refusalOf(answered)
    if (refusal.code === 'NoSuchBucket') throw refusal
    return null
  }

  return {
    put: (key, bytes) => putAt(urlOf(key), bytes),
    get: (key) => getAt(urlOf(key)),
    has: async (key) => (await ask({ method: 'HEAD', url: urlOf(key) })).status !== 404,
    async remove(prefix) {
      if (!prefix.endsWith('/')) return removeTogether([plainWords(prefix)])
      for await (const page of pages(plainWords(prefix))) if (page.length > 0) await removeTogether(page.map(({ key }) => key))
    },
    async *keys(prefix = '') {
      for await (const { key } of files(prefix)) yield key
    },
    files,
    owner: async () => (await getAt(ownerUrl))?.toString('utf8') ?? null,
    own: (name) => putAt(ownerUrl, Buffer.from(name)),
  }
}

/** For calls without a key, where 404 means that the bucket does not exist. */
function whole(answered: Answered): Answered {
  if (answered.status === 404) throw refusalOf(answered)
  return answered
}

function isPlain(key: string): boolean {
  try {
    return plainWords(key).endsWith('/') === false
  } catch {
    return false
  }
}

const md5 = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('base64')
