import { aCard } from '../factories/cards.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'

type Experiments = { name: string; enabled: boolean }[]

/** An owner on the page of their account. */
export async function anOwner({ experiments = [], ...options }: { experiments?: Experiments } & Parameters<typeof aVisitor>[0] = {}) {
  const app = await siteApp()
  const card = await aCard(app.deps, { experiments })
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  const waitForMessage = await recordMessages(visitor.page)
  await visitor.open(`/${card.alias}/my-account`)
  return { owner, card, visitor, page: visitor.page, waitForMessage, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
