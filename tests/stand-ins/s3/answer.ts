import { createHash } from 'node:crypto'
import type { Fault } from './check-signature.ts'

export type Kept = { body: Buffer; changedAt: Date; headers: Record<string, string> }
export type Said = { status: number; headers?: Record<string, string>; body?: string | Buffer }
type Asked = { method: string; url: URL; headers: Record<string, string>; body: Buffer }

const md5 = (bytes: Buffer) => createHash('md5').update(bytes)
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const refuse = ({ status, code, more = '' }: Fault): Said => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: xml(`<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`),
})

/** One bucket, as S3 answers for it. */
export function answer(kept: Map<string, Kept>, pageMax: number, { method, url, headers, body }: Asked, key: string, now: Date): Said {
  const query = url.searchParams
  if (method === 'GET' && query.get('list-type') === '2') return list(kept, Math.min(pageMax, Number(query.get('max-keys') ?? 1000)), query)
  if (method === 'POST' && query.has('delete')) return removeMany(kept, headers, body)
  if (method === 'PUT') {
    if (headers['content-md5'] && headers['content-md5'] !== md5(body).digest('base64')) return refuse({ status: 400, code: 'BadDigest' })
    const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    kept.set(key, { body, changedAt: now, headers: Object.fromEntries(meta) })
    return { status: 200, headers: { etag: `"${md5(body).digest('hex')}"` } }
  }
  const found = kept.get(key)
  if (!found) return method === 'HEAD' ? { status: 404 } : refuse({ status: 404, code: 'NoSuchKey' })
  return {
    status: 200,
    headers: { ...found.headers, 'content-length': String(found.body.length) },
    body: method === 'HEAD' ? '' : found.body,
  }
}

function list(kept: Map<string, Kept>, max: number, query: URLSearchParams): Said {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const all = [...kept.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  const page = all.slice(0, max)
  const contents = page.map(
    (key) => `<Contents><Key>${escape(key)}</Key><LastModified>${kept.get(key)?.changedAt.toISOString()}</LastModified></Contents>`,
  )
  const next = all.length > max ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>` : ''
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: xml(`<ListBucketResult><IsTruncated>${all.length > max}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`),
  }
}

function removeMany(kept: Map<string, Kept>, headers: Record<string, string>, body: Buffer): Said {
  if (headers['content-md5'] !== md5(body).digest('base64')) return refuse({ status: 400, code: 'InvalidDigest' })
  const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    key.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  )
  if (keys.length > 1000) return refuse({ status: 400, code: 'MalformedXML' })
  for (const key of keys) kept.delete(key)
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml('<DeleteResult></DeleteResult>') }
}
