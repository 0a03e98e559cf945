import type { BrowserContextOptions } from 'playwright-core'
import { ownerHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const app = await siteApp()

export async function anOwner(options: BrowserContextOptions = {}) {
  const card = await aCard(app.deps, { plan: 'PRO' })
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor({ on: 'phone', ...options })
  // A refused form is answered with 422.
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  const open = async (query = '', page: 'connections' | 'myContacts' = 'connections') => {
    await visitor.open(ownerHref(card.alias, page) + query)
    if (options.javaScriptEnabled !== false) await hydrate(visitor.page)
  }
  return { card, owner, open, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

type Row = { is_on: boolean; types: string[]; is_full: boolean; name: string }

export const stored = async (subjectId: string) => {
  const { rows } = await app.deps.pool.query<Row>(
    'select off_at is null as is_on, types, is_full, name from connection where subject_id = $1',
    [subjectId],
  )
  return rows
}
