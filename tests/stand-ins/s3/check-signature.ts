import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

type Credentials = { keyId: string; secret: string; region: string; now: () => Date }
export type S3Error = { status: number; code: string; more?: string }

const skewMaxMs = 15 * 60_000

/** S3’s error for a wrong signature, or null. Written from S3’s specification, independent of our client. */
export function checkSignature(
  { method, url: target = '/', headers }: IncomingMessage,
  body: Buffer,
  credentials: Credentials,
): S3Error | null {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/
  const [, keyId, day = '', region, names = '', signature] = pattern.exec(String(headers.authorization)) ?? []
  if (!keyId) return { status: 403, code: 'AccessDenied' }
  if (keyId !== credentials.keyId) return { status: 403, code: 'InvalidAccessKeyId' }
  if (region !== credentials.region)
    return { status: 400, code: 'AuthorizationHeaderMalformed', more: `<Region>${credentials.region}</Region>` }
  const time = String(headers['x-amz-date'])
  if (Math.abs(instant(time) - credentials.now().getTime()) > skewMaxMs) return { status: 403, code: 'RequestTimeTooSkewed' }
  const list = names.split(';')
  const unsigned = Object.keys(headers).some((name) => (name.startsWith('x-amz-') || name === 'content-md5') && !list.includes(name))
  if (!list.includes('host') || unsigned) return { status: 403, code: 'AccessDenied' }

  const sum = String(headers['x-amz-content-sha256'])
  if (sum !== hex(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const [path = '', query = ''] = target.split('?')
  const sortedQuery = query
    .split('&')
    .filter(Boolean)
    .toSorted()
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .join('&')
  const request = [method, path, sortedQuery, ...list.map((name) => `${name}:${String(headers[name]).trim()}`), '', names, sum].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, hex(request)].join('\n')
  const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = mac(mac(mac(mac(`AWS4${credentials.secret}`, day), region ?? ''), 's3'), 'aws4_request')
  return mac(key, text).toString('hex') === signature ? null : { status: 403, code: 'SignatureDoesNotMatch' }
}

const hex = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const instant = (time: string) => Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
