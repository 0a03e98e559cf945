let browsers = 0

/** A headless HTTP client with its own address that stores cookies by host and follows redirects one by one. */
export function anHttpClient() {
  const from = `10.2.${browsers >> 8}.${browsers++ & 255}`
  const cookies = new Map<string, Map<string, string>>()

  async function go(address: string | URL, init: RequestInit = {}): Promise<{ url: URL; response: Response }> {
    const url = new URL(address)
    const stored = cookies.get(url.host) ?? new Map<string, string>()
    cookies.set(url.host, stored)
    const cookie = [...stored].map((pair) => pair.join('=')).join('; ')
    const headers = { ...init.headers, 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(text) || value === '') stored.delete(name)
      else stored.set(name, value)
    }
    return { url, response }
  }

  return {
    go,
    names: (host: string) => [...(cookies.get(host)?.keys() ?? [])],
    cookie: (host: string, name: string) => cookies.get(host)?.get(name),
    put: (host: string, name: string, value: string) => cookies.get(host)?.set(name, value),
    forget: (host: string) => void cookies.delete(host),
    /** Follows redirects until a page, or an address that matches `stop`. */
    async follow(address: string | URL, stop: (url: URL) => boolean = () => false, init: RequestInit = {}) {
      let next = new URL(address)
      for (let step = 0, how = init; step < 20; step++, how = {}) {
        if (step > 0 && stop(next)) return { url: next, response: null }
        const { response } = await go(next, how)
        const location = response.headers.get('location')
        if (!location) return { url: next, response }
        next = new URL(location, next)
      }
      throw new Error(`led in a circle, at last to ${next.href}`)
    },
  }
}
export type HttpClient = ReturnType<typeof anHttpClient>
