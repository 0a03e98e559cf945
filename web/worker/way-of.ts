/** How a request is answered; null leaves it to the browser. */
export type Way = 'asset' | 'page' | 'data' | 'file' | 'call' | 'form'

/** Calls that answer each asker with something of their own. */
const fresh = /^\/remote\/api\/public\/(captcha-challenge|connect-form|shorten-url)(\/|$)/

type Asked = Pick<Request, 'method' | 'mode' | 'destination'> & { headers: Pick<Headers, 'has'> }

export function wayOf({ method, mode, destination, headers }: Asked, { pathname }: URL): Way | null {
  if (method === 'POST' && mode === 'navigate') return 'form'
  // A film is asked for in pieces.
  if (method !== 'GET' || headers.has('range') || destination === 'video' || destination === 'audio') return null
  if (pathname.startsWith('/assets/')) return 'asset'
  if (mode === 'navigate') return 'page'
  if (pathname.startsWith('/api/public/') || /^\/[^/]+\/manifest\.webmanifest$/.test(pathname)) return 'file'
  if (pathname.endsWith('.data')) return 'data'
  if (pathname.startsWith('/remote/api/public/') && !fresh.test(pathname)) return 'call'
  return null
}
