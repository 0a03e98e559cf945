import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseEncoding, compress, type Bodies } from './cache/compress.ts'
import { webFolder } from './pages/page-build.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const isCompressible = (extension: string) => !['.woff2', '.png', '.webp', '.ico'].includes(extension)

/** The worker keeps its address, so a browser asks for it anew; it may look after every page, and shows pictures of this site. */
const worker = 'service-worker.js'
const ofWorker = {
  'cache-control': 'no-cache',
  'service-worker-allowed': '/',
  'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}

/**
 * Files of the web build. Their names carry their content's hash, so they are read once and kept by everybody for ever. Only
 * what was built is looked up, letter by letter: a folder finds a file by many spellings, and each would be kept as another.
 */
export function createStaticFiles(folder = new URL('client/', webFolder)) {
  const root = fileURLToPath(folder)
  const known = new Map<string, Promise<Bodies> | null>(list(root).map((path) => [path, null]))

  async function read(path: string): Promise<Bodies | null> {
    const before = known.get(path)
    if (before === undefined) return null
    const reading = before ?? prepare(root + path)
    known.set(path, reading)
    try {
      return await reading
    } catch {
      // Whoever asks next tries again.
      known.set(path, null)
      return null
    }
  }

  return async function answerFile(request: Request): Promise<Response | null> {
    const path = new URL(request.url).pathname.slice(1)
    const type = types[extname(path)]
    if (!type) return null
    const bodies = await read(path)
    if (!bodies) return null
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const body = bodies[encoding]
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': type,
        'content-length': String(body.length),
        'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        ...(path === worker ? ofWorker : {}),
        vary: 'Accept-Encoding',
        ...(body === bodies.identity ? {} : { 'content-encoding': encoding }),
      },
    })
  }
}

function list(root: string): string[] {
  return existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []
}

async function prepare(file: string): Promise<Bodies> {
  const body = await readFile(file)
  return isCompressible(extname(file)) ? compress(body, 'file') : { br: body, gzip: body, identity: body }
}
