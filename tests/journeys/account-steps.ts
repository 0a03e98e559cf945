import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'

type Options = Parameters<typeof aVisitor>[0] & { cards?: Parameters<typeof aCard>[1][] }

/** The owner of these cards on a page. ALIAS stands for the first card’s address. */
export async function anOwner(path: string, { cards: wanted = [{}], ...options }: Options = {}) {
  const app = await siteApp()
  const cards = []
  for (const fields of wanted) cards.push(await aCard(app.deps, fields))
  const owner = await signedIn(app, ...cards.map(({ id }) => id))
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  await visitor.open(path.replaceAll('ALIAS', cards[0]?.alias ?? ''))
  return { owner, cards, page: visitor.page, allow: visitor.allow, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
