import type { CardFields } from '#contract/cards/stored-card.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { theSite } from '../harness/the-site.ts'

const app = await siteApp()

/** A page as clients without scripts read it: chats and search engines. */
export async function read(path: string) {
  const html = await (await fetch(new URL(path, theSite().url))).text()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value)
  const meta = (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
  const [json] = all(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  return { html, meta, titles: all(/<title>([^<]*)<\/title>/g), canonical: all(/<link rel="canonical" href="([^"]*)"/g), json }
}

export const aProfile = (fields: CardFields = {}) => aCard(app.deps, fields)
