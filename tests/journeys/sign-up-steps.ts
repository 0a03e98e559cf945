import { expect } from 'vitest'
import { findOrCreateAccount } from '#server/accounts/account-store.ts'
import { newId } from '#server/database/new-id.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { signedInAs } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import type { aVisitor } from '../harness/visitor.ts'
import { readOutbox } from '../harness/outbox.ts'

const app = await siteApp()

type Visitor = Awaited<ReturnType<typeof aVisitor>>

export const aName = () => `w${newId().replaceAll('-', '').slice(-12)}`

/** An account without a card, in their browser. */
export async function registerAccount(visitor: Visitor, name: string) {
  const email = `${aName()}@example.com`
  await findOrCreateAccount(app.deps.db, { id: newId(), email, name, language: '', now: new Date() })
  const owner = await signedInAs(app, email)
  await visitor.setSession(owner.cookie)
  return owner
}

/** The link in the mail to an address. */
async function linkTo(email: string) {
  return eventually(async () => {
    const mail = (await readOutbox(theSite().dataDir)).find((text) => text.includes(email))
    if (!mail) throw new Error('no mail yet')
    return /\/account\/password\?[\w=&-]*token=[\w-]+/.exec(mail)?.[0] ?? ''
  })
}

/** Signs up until there is a card, and counts what a person does. */
export async function signUp(visitor: Visitor, title: string) {
  const { page } = visitor
  const [name, email] = [`Ida ${title} Berg`, `${aName()}@example.com`]
  const done = { clicks: 0, letters: 0 }
  const clickButton = async (button: string) => {
    done.clicks++
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  const type = async (label: string, words: string) => {
    done.letters += words.length
    await page.getByLabel(label, { exact: true }).fill(words)
  }
  await visitor.open('/account/sign-up')
  await type('Your name', name)
  await type('Email', email)
  await clickButton('Create the link')
  await page.getByText(`If ${email} can be used here`).waitFor()
  await visitor.open(await linkTo(email))
  await type('New password', 'Open-Sesame-1')
  await clickButton('Save and log in')

  await page.getByRole('heading', { name: 'Choose your card’s address' }).waitFor()
  const alias = await page.getByLabel('Card address', { exact: true }).inputValue()
  await clickButton('Continue')
  await page.getByRole('heading', { name: 'Tell us about you' }).waitFor()
  expect(await page.getByLabel('Your name', { exact: true }).inputValue()).toBe(name)
  expect(await page.getByLabel('Email on the card').inputValue()).toBe(email)
  await type('Job title', 'Bookbinder')
  await clickButton('Create my card')
  await page.waitForURL(`**/account/new/${alias}/photo`)
  return { alias, name, done, clickButton, type }
}
