import { eq } from 'drizzle-orm'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'

/** An owner who is an administrator too. */
export async function anAdministrator() {
  const site = await siteApp()
  const owner = await signedIn(site, (await aCard(site.deps)).id)
  await site.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, owner.accountId))
  return owner
}

export async function anAdmin(options: Parameters<typeof aVisitor>[0] = {}) {
  const owner = await anAdministrator()
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  return { owner, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
