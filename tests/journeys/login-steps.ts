import { updateAccount } from '#server/accounts/account-store.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { aCard } from '../factories/cards.ts'
import { eventually } from '../harness/eventually.ts'
import { readOutbox } from '../harness/outbox.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { theSite } from '../harness/the-site.ts'
import type { Visitor } from '../harness/visitor.ts'

export const password = 'Open-Sesame-1'

/** Hashing takes a while on purpose: only for owners who type their password. */
export async function anOwner({ hasPassword = false } = {}) {
  const app = await siteApp()
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  if (hasPassword) await updateAccount(app.deps.db, owner.accountId, { passwordHash: await hashPassword(password) })
  return { ...owner, card }
}

export const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname + new URL(page.url()).search

export async function logIn({ page }: Visitor, email: string, typed = password) {
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The newest mail to an address that contains this text, from the outbox folder. */
export const waitForMail = (address: string, words: string) =>
  eventually(async () => {
    const mails = await readOutbox(theSite().dataDir)
    const mail = mails.find((text) => text.includes(address) && text.includes(words))
    return mail ?? Promise.reject(new Error(`no mail to ${address} with “${words}” yet`))
  })
