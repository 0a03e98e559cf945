import { problem } from './problem.ts'

const jsonBytesMax = 256 * 1024
const depthMax = 20

/** A JSON body, read no further than its limit. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw problem('wrong-content-type')
  const text = decode(await readBytes(request, jsonBytesMax))
  const value = parseJson(text)
  refuseDeep(value, 0)
  return value
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw problem('body-too-large')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > bytesMax) throw problem('body-too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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

function refuseDeep(value: unknown, depth: number) {
  if (typeof value !== 'object' || value === null) {
    // PostgreSQL's text holds no NUL; better said here than failed there.
    if (typeof value === 'string' && value.includes('\0')) throw problem('bad-request', { detail: 'The body holds a NUL.' })
    return
  }
  if (depth > depthMax) throw problem('bad-request', { detail: 'The body is nested too deeply.' })
  for (const item of Object.values(value)) refuseDeep(item, depth + 1)
}
