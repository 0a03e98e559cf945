import { createHash } from 'node:crypto'
import type { S3Error } from './check-signature.ts'

export type StoredObject = { body: Buffer; changedAt: Date; headers: Record<string, string> }
export type StubResponse = { status: number; headers?: Record<string, string>; body?: string | Buffer }
type StubRequest = { method: string; url: URL; headers: Record<string, string>; body: Buffer }

const md5 = (bytes: Buffer) => createHash('md5').update(bytes)
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const errorResponse = ({ status, code, more = '' }: S3Error): StubResponse => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: xml(`<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`),
})

/** S3’s responses for one bucket. */
export function answer(
  objects: Map<string, StoredObject>,
  pageMax: number,
  { method, url, headers, body }: StubRequest,
  key: string,
  now: Date,
): StubResponse {
  const query = url.searchParams
  const multipart = answerUpload(objects, { method, url, headers, body }, key, now)
  if (multipart) return multipart
  if (method === 'GET' && query.get('list-type') === '2')
    return list(objects, Math.min(pageMax, Number(query.get('max-keys') ?? 1000)), query)
  if (method === 'POST' && query.has('delete')) return removeMany(objects, headers, body)
  if (method === 'PUT') {
    if (headers['content-md5'] && headers['content-md5'] !== md5(body).digest('base64'))
      return errorResponse({ status: 400, code: 'BadDigest' })
    const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    objects.set(key, { body, changedAt: now, headers: Object.fromEntries(meta) })
    return { status: 200, headers: { etag: `"${md5(body).digest('hex')}"` } }
  }
  const found = objects.get(key)
  if (!found) return method === 'HEAD' ? { status: 404 } : errorResponse({ status: 404, code: 'NoSuchKey' })
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? []
  if (from !== undefined && to !== undefined)
    return { status: 206, headers: found.headers, body: found.body.subarray(Number(from), Number(to) + 1) }
  return {
    status: 200,
    headers: { ...found.headers, 'content-length': String(found.body.length) },
    body: method === 'HEAD' ? '' : found.body,
  }
}

/** Parts of uploads that are not complete. They are stored beside the objects, under keys that no list shows. */
const partsOf = (objects: Map<string, StoredObject>, upload: string) =>
  [...objects.keys()].filter((key) => key.startsWith(`${upload}\0`)).toSorted()

/** Null unless the request is about an upload in parts. */
function answerUpload(objects: Map<string, StoredObject>, request: StubRequest, key: string, now: Date): StubResponse | null {
  const { method, headers, body } = request
  const query = request.url.searchParams
  const asXml = (text: string): StubResponse => ({ status: 200, headers: { 'content-type': 'application/xml' }, body: xml(text) })
  if (method === 'GET' && query.has('uploads')) {
    const starts = [...objects.keys()].filter((name) => name.endsWith('\0') && name.slice(1).startsWith(query.get('prefix') ?? ''))
    const uploads = starts.map(
      (name) => `<Upload><Key>${escape(name.slice(1, -1))}</Key><UploadId>${escape(name.slice(1, -1))}</UploadId></Upload>`,
    )
    return asXml(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
  }
  if (method === 'POST' && query.has('uploads')) {
    objects.set(`\0${key}\0`, { body: Buffer.alloc(0), changedAt: now, headers: {} })
    return asXml(`<InitiateMultipartUploadResult><UploadId>${escape(key)}</UploadId></InitiateMultipartUploadResult>`)
  }
  const id = query.get('uploadId')
  if (id === null) return null
  const upload = `\0${id}`
  if (id !== key || !objects.has(`${upload}\0`)) return errorResponse({ status: 404, code: 'NoSuchUpload' })
  if (method === 'PUT') {
    if (headers['content-md5'] !== md5(body).digest('base64')) return errorResponse({ status: 400, code: 'BadDigest' })
    objects.set(`${upload}\0${(query.get('partNumber') ?? '').padStart(5, '0')}`, { body, changedAt: now, headers: {} })
    return { status: 200, headers: { etag: `"${md5(body).digest('hex')}"` } }
  }
  const parts = partsOf(objects, upload)
  if (method === 'POST') {
    const bodies = parts.slice(1).map((name) => objects.get(name)?.body ?? Buffer.alloc(0))
    const tags = [...body.toString().matchAll(/<ETag>([^<]*)<\/ETag>/g)].map(([, tag = '']) => tag.replaceAll(/&quot;|"/g, ''))
    if (String(tags) !== String(bodies.map((part) => md5(part).digest('hex')))) return errorResponse({ status: 400, code: 'InvalidPart' })
    objects.set(key, { body: Buffer.concat(bodies), changedAt: now, headers: {} })
  }
  for (const name of parts) objects.delete(name)
  return method === 'POST' ? asXml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>') : { status: 204 }
}

function list(objects: Map<string, StoredObject>, max: number, query: URLSearchParams): StubResponse {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const all = [...objects.keys()]
    .filter((key) => !key.startsWith('\0') && key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = all.slice(0, max)
  const contents = page.map(
    (key) => `<Contents><Key>${escape(key)}</Key><LastModified>${objects.get(key)?.changedAt.toISOString()}</LastModified></Contents>`,
  )
  const next = all.length > max ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>` : ''
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: xml(`<ListBucketResult><IsTruncated>${all.length > max}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`),
  }
}

function removeMany(objects: Map<string, StoredObject>, headers: Record<string, string>, body: Buffer): StubResponse {
  if (headers['content-md5'] !== md5(body).digest('base64')) return errorResponse({ status: 400, code: 'InvalidDigest' })
  const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    key.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  )
  if (keys.length > 1000) return errorResponse({ status: 400, code: 'MalformedXML' })
  for (const key of keys) objects.delete(key)
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml('<DeleteResult></DeleteResult>') }
}
