/** Runs in a page before anything else: counts what should never be counted. */
export function setTrap() {
  const caught: string[] = []
  Reflect.set(globalThis, '__caught', caught)
  for (const name of ['alert', 'confirm', 'prompt'] as const) Reflect.set(globalThis, name, () => caught.push(name))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => caught.push(`${violatedDirective} ${blockedURI}`))
}

/** Runs in a page: everything there that words became, or that ran. */
export function findMarkup(): string[] {
  const found: string[] = []
  if (Reflect.get(globalThis, '__ran') !== undefined) found.push('it ran')
  const caught: unknown = Reflect.get(globalThis, '__caught')
  if (Array.isArray(caught)) found.push(...caught.map(String))
  const leads = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'srcdoc']
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push(`<${element.localName} ${name}>`)
      const plain = [...value].filter((letter) => letter > ' ').join('')
      if (leads.includes(name) && /^(javascript|vbscript|data:text|file|blob:https:\/\/evil)/i.test(plain))
        found.push(`<${element.localName} ${name}="${value.slice(0, 60)}">`)
      if (
        leads.includes(name) &&
        /^(https?:)?[/\\]{2}evil\.example/.test(plain) &&
        element.getAttribute('rel')?.includes('noopener') !== true
      )
        found.push(`<${element.localName} ${name}="${value.slice(0, 60)}"> without rel`)
      if (name === 'style' && /javascript:|url\(/i.test(value) && value.includes('__ran')) found.push(`<${element.localName} style>`)
    }
  const strangers = 'img[src="x"], math, mglyph, animate, iframe[srcdoc], base, meta[http-equiv="refresh"], marquee'
  for (const element of document.querySelectorAll(strangers)) found.push(`<${element.localName}>`)
  for (const element of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      JSON.parse(element.textContent)
    } catch {
      found.push('data for search engines that is no JSON')
    }
  }
  return found
}
