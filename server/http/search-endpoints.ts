import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import type { Limit } from '#contract/endpoint.ts'
import type { AnswerCache } from './cache/answer-cache.ts'
import { takePerAddress } from './limits/per-address.ts'
import { cachedDocument } from './cache/cached-document.ts'
import type { Limits } from './limits/limits.ts'
import { problem } from './problems/problem.ts'
import type { FrontEnv } from './front-env.ts'
import { visitorOf } from './visitor.ts'

/** Cards that search engines may list, ordered by alias. `pageStarts`: the aliases after which pages of this size begin. */
export type ListedCards = {
  after(alias: string, count: number): Promise<readonly { alias: string; changedAt: Date }[]>
  pageStarts(count: number): Promise<readonly string[]>
}

type Deps = { publicUrl: string; trustProxy: boolean; listed: ListedCards; cache: AnswerCache; limits: Limits }

const pageSize = 10_000
/** A search engine requests each page about once a day. */
export const sitemapLimit: Limit = { per: 'address', count: 60, windowSeconds: 60 }
const hour = 'public, max-age=3600'

const favicon = readFileSync(new URL('favicon.ico', import.meta.url))

/** Files that search engines request first, and the icon that browsers request by default. */
export function mountSearchEndpoints(front: Hono<FrontEnv>, { publicUrl, trustProxy, listed, cache, limits }: Deps) {
  front.get('/robots.txt', () => {
    const closed = ['/bff/', '/remote/', '/account/', '/s/']
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), 'Allow: /', '', `Sitemap: ${publicUrl}/sitemap.xml`, '']
    return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': hour } })
  })

  front.get(
    '/favicon.ico',
    () => new Response(favicon, { headers: { 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' } }),
  )

  front.get('/sitemap.xml', async (context) => {
    const after = context.req.query('after')
    if (after && !/^[a-z0-9-]{1,60}$/i.test(after)) throw problem('bad-request')
    const retryAfterSeconds = await takePerAddress(limits, 'sitemap', visitorOf(context.req.raw, context.env, trustProxy), sitemapLimit)
    if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
    // `after` can be any alias: only the two usual documents are cached. No change announces that a card is new in them.
    if (after) return render(after)
    const key = `/sitemap.xml${after === undefined ? '' : '?after='}`
    return cachedDocument(cache, context.req.raw, { key, forMs: 60_000 }, () => render(after))
  })

  async function render(after: string | undefined): Promise<Response> {
    const cards = await listed.after(after ?? '', after === undefined ? pageSize + 1 : pageSize)
    return asXml(cards.length > pageSize ? renderIndex(publicUrl, await listed.pageStarts(pageSize)) : renderPage(publicUrl, cards))
  }
}

function renderIndex(publicUrl: string, starts: readonly string[]): string {
  const pages = ['', ...starts].map((start) => `<sitemap><loc>${publicUrl}/sitemap.xml?after=${start}</loc></sitemap>`)
  return `<sitemapindex xmlns="${schema}">${pages.join('')}</sitemapindex>`
}

function renderPage(publicUrl: string, cards: readonly { alias: string; changedAt: Date }[]): string {
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
