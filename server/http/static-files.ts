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

/** The service worker has a fixed address, so browsers revalidate it. Its scope is the whole site, and it fetches its pictures. */
const worker = 'service-worker.js'
const workerHeaders = {
  'cache-control': 'no-cache',
  'service-worker-allowed': '/',
  'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}

/**
 * Files of the web build. Their names contain a content hash, so they are read once and clients cache them forever. Only exact
 * names of built files are served: a case-insensitive disk would find, and cache, one file under many names.
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
      // The next request tries again.
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
        ...(path === worker ? workerHeaders : {}),
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
  return isCompressible(extname(file)) ? compress(body, 'best') : { br: body, gzip: body, identity: body }
}
