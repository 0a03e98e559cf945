import type { Hono } from 'hono'
import { problem } from './problem.ts'
import type { Visit } from './visit.ts'

/** Cards that search engines may list, by alias: the next after one, and after which ones pages of that many begin. */
export type ListedCards = {
  after(alias: string, count: number): Promise<readonly { alias: string; changedAt: Date }[]>
  pageStarts(count: number): Promise<readonly string[]>
}

const onePage = 10_000
const hour = 'public, max-age=3600'

/** What search engines ask for before anything else. */
export function openSearchDoors(front: Hono<Visit>, { publicUrl, listed }: { publicUrl: string; listed: ListedCards }) {
  front.get('/robots.txt', () => {
    const closed = ['/bff/', '/remote/', '/account/', '/s/']
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), 'Allow: /', '', `Sitemap: ${publicUrl}/sitemap.xml`, '']
    return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': hour } })
  })

  front.get('/sitemap.xml', async (context) => {
    const after = context.req.query('after')
    if (after && !/^[a-z0-9-]{1,60}$/i.test(after)) throw problem('bad-request')
    const cards = await listed.after(after ?? '', onePage + 1)
    if (after === undefined && cards.length > onePage) return asXml(drawIndex(publicUrl, await listed.pageStarts(onePage)))
    return asXml(drawPage(publicUrl, cards.slice(0, onePage)))
  })
}

function drawIndex(publicUrl: string, starts: readonly string[]): string {
  const pages = ['', ...starts].map((start) => `<sitemap><loc>${publicUrl}/sitemap.xml?after=${start}</loc></sitemap>`)
  return `<sitemapindex xmlns="${schema}">${pages.join('')}</sitemapindex>`
}

function drawPage(publicUrl: string, cards: readonly { alias: string; changedAt: Date }[]): string {
  const urls = cards.map(
    ({ alias, changedAt }) => `<url><loc>${publicUrl}/${alias}/home</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
  )
  return `<urlset xmlns="${schema}">${urls.join('')}</urlset>`
}

const asXml = (root: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': hour },
  })

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'
