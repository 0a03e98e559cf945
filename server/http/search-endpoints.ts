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

/** Cards that search engines may list, by alias: the next after one, and after which ones pages of that many begin. */
export type ListedCards = {
  after(alias: string, count: number): Promise<readonly { alias: string; changedAt: Date }[]>
  pageStarts(count: number): Promise<readonly string[]>
}

type Needs = { publicUrl: string; trustProxy: boolean; listed: ListedCards; cache: AnswerCache; limits: Limits }

const onePage = 10_000
/** A search engine asks for each page once a day. */
export const sitemapLimit: Limit = { per: 'address', count: 60, windowSeconds: 60 }
const hour = 'public, max-age=3600'

const favicon = readFileSync(new URL('favicon.ico', import.meta.url))

/** Files that search engines request first, and the icon that browsers request by default. */
export function mountSearchEndpoints(front: Hono<FrontEnv>, { publicUrl, trustProxy, listed, cache, limits }: Needs) {
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
    // A page may begin behind any word: kept are the two that everybody asks for.
    return after
      ? draw(after)
      : cachedDocument(cache, context.req.raw, `/sitemap.xml${after === undefined ? '' : '?after='}`, () => draw(after))
  })

  async function draw(after: string | undefined): Promise<Response> {
    const cards = await listed.after(after ?? '', after === undefined ? onePage + 1 : onePage)
    return asXml(cards.length > onePage ? drawIndex(publicUrl, await listed.pageStarts(onePage)) : drawPage(publicUrl, cards))
  }
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
