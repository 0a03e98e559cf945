import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '../problems/problem.ts'

const jsonBytesMax = 256 * 1024

/** Reads a JSON body up to its size limit. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  if (!/^application\/json\s*(;|$)/i.test(type) || !/^utf-?8$/i.test(charset)) throw problem('wrong-content-type')
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw problem('wrong-content-type', { detail: 'Send it uncompressed.' })
  return parseJson(decode(await readBytes(request, jsonBytesMax)))
}

/** Reads a file as the body if its type is accepted; `image/*` accepts every picture. */
export async function readFileBody(request: Request, { types, bytesMax }: NonNullable<Endpoint['rawBody']>): Promise<Buffer<ArrayBuffer>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!types.some((taken) => (taken.endsWith('/*') ? type.startsWith(taken.slice(0, -1)) : type === taken)))
    throw problem('wrong-content-type', { detail: `Send the file itself, as ${types.join(' or ')}.` })
  return readBytes(request, bytesMax)
}

export async function readBytes(request: Request, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw problem('body-too-large')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of arriving(request)) {
    length += chunk.length
    if (length > bytesMax) throw problem('body-too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A client that disconnects mid-body is not an error of the server. Its ECONNRESET must not look like an unavailable database. */
async function* arriving({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch {
    throw problem('bad-request', { detail: 'The body did not arrive completely.' })
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('bad-request', { detail: 'The body is not UTF-8.' })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__') throw new Error('__proto__')
      return value
    })
  } catch {
    throw problem('bad-request', { detail: 'The body is not JSON.' })
  }
}
