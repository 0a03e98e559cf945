import { createHash, createHmac } from 'node:crypto'

export type Signer = { keyId: string; secret: string; region: string }
type ToSign = { method: string; url: URL; headers: Record<string, string>; body: Uint8Array | string; at: Date }

/** The headers of a request with what AWS's Signature Version 4 adds to them. The body's sum is signed too: one that is changed on the way is refused. */
export function sign({ keyId, secret, region }: Signer, { method, url, headers, body, at }: ToSign): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const bodySum = createHash('sha256').update(body).digest('hex')
  const sent = { ...headers, 'x-amz-content-sha256': bodySum, 'x-amz-date': time }
  const signed = Object.entries({ ...sent, host: url.host }).toSorted(byName)
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    bodySum,
  ].join('\n')

  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secret}`)
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** Stricter than encodeURIComponent, as the signature wants it. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

export const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
