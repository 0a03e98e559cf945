import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { addOwner } from '#server/accounts/add-owner.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { setOperator } from '#server/accounts/set-operator.ts'
import { makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { createCaptcha } from '#server/integrations/captcha.ts'
import { newId } from '#server/database/new-id.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aPayer } from '../../tests/factories/payers.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { signedIn, signedInAs } from '../../tests/harness/signed-in.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { sign, type StripeEvent } from '../../tests/stand-ins/stripe.ts'
import type { Who } from './calls.ts'
import { plantDesk } from './plant-desk.ts'
import { runners } from './strange.ts'
import type { Target } from './target.ts'

/** Words that a call may name; what they are is said where they are planted. */
export type Person = Record<string, string> & { alias: string; subjectId: string; cookie: string; accountId: string; email: string }
/** Who is there just now: two owners, the first an owner who calls, and an operator. `target` signs what others sign. */
export type World = { own: Person; other: Person; operator: Person; leaver: Person; secret: string }

export const password = 'Some-words-1'
let hashed: Promise<string> | null = null

/** An owner whose card is full of what would run, with one of everything that a call can name. */
export async function aPerson({ app, device }: Target): Promise<Person> {
  const { needs } = app
  const zillowWebServicesId = String(randomInt(1e11))
  const card = await aCard(needs, {
    services: [{ gradeServiceId: 7, directLink: 'https://www.linkedin.com/in/somebody' }],
    zillowWebServicesId,
    showZillowReviews: true,
    title: runners[2] ?? '',
    companyCity: runners[3] ?? '',
    companyName: 'Winter',
    experiments: [{ name: 'FallbackZillowReviews', enabled: true }],
    bio: runners.join('\n'),
  })
  const contact = await aContact(needs, card.id, { name: runners[0] ?? '', notes: runners.join('\n') })
  const owner = await signedIn(app, card.id)
  const passkeyId = newId(Date.now())
  const link = randomBytes(6).toString('hex')
  const passwordHash = await (hashed ??= hashPassword(password))
  await needs.changes.write(async (tx) => {
    await tx.execute(sql`update account set password_hash = ${passwordHash} where id = ${owner.accountId}`)
    await tx.execute(
      sql`insert into passkey (account_id, id, credential_id, public_key, name) values (${owner.accountId}, ${passkeyId}, ${passkeyId}, '\\x00', 'a key')`,
    )
    await tx.execute(
      sql`insert into short_link (code, subject_id, long_url) values (${link}, ${card.id}, ${`${needs.settings.publicUrl}/${card.alias}/home`})`,
    )
    await tx.execute(sql`insert into invoice (subject_id, id, provider, number, state, plan_code, amount, currency, issued_at, told_at)
      values (${card.id}, ${`in-${link}`}, 'embedded', '1', 'paid', 'PRO', 1500, 'USD', now(), now())`)
  })
  const { rows } = await needs.db.execute<{ key: string }>(sql`select key from subject where id = ${card.id}`)
  const { accountId, email, sessionId, cookie } = owner
  const { endpoint, keys } = device.token
  return {
    alias: card.alias,
    subjectId: card.id,
    key: rows[0]?.key ?? '',
    contactId: contact.id,
    sessionId,
    passkeyId,
    cookie,
    accountId,
    email,
    link,
    invoice: `in-${link}`,
    zillow: zillowWebServicesId,
    company: 'Winter',
    pushEndpoint: endpoint,
    pushKey: keys.p256dh,
    pushAuth: keys.auth,
  }
}

/** What opens something once: links that were mailed, codes, proofs and seals. Dear to make. */
export async function keysOf({ app: { needs }, outside }: Target, card: Pick<Person, 'alias' | 'email'>): Promise<Record<string, string>> {
  const unclaimed = await aCard(needs, {})
  const wayIn = await makeSignInLink(needs, card.email, { endsOthers: false })
  const reset = await makeSignInLink(needs, card.email, { purpose: 'reset', endsOthers: false })
  const { code } = await makeClaimCode(needs, unclaimed.alias, 'operator')
  const action = 'carte/connect_client'
  // Opened a while ago, as a person would have.
  const { seal, submissionId } = await createCaptcha({
    ...needs,
    clock: { ...needs.clock, now: () => new Date(Date.now() - 10_000) },
  }).seal(`report ${card.alias}`)
  return {
    wayIn: wayIn?.token ?? '',
    reset: reset?.token ?? '',
    unclaimed: unclaimed.alias,
    claimCode: code,
    seal,
    sealed: submissionId,
    proof: await solveCaptcha(await needs.captcha.challenge({ alias: card.alias, action })),
    ...(await atTheProvider(outside)),
  }
}

/** On the way back from the provider, and what it tells once somebody left there. */
async function atTheProvider({ app, provider }: Target['outside']) {
  const begun = await app.fetch(new Request('http://localhost:3000/bff/login?returnUrl=/account'))
  const at = new URL(begun.headers.get('location') ?? '')
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  return {
    state: at.searchParams.get('state') ?? '',
    nonce: at.searchParams.get('nonce') ?? '',
    away: begun.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    logoutToken: await provider.signed({ sid: 'a session', jti: randomUUID(), events }),
  }
}

/** Has the provider take money for a card of theirs, and answers what it told meanwhile. */
export async function payFor({ outside: { app, stripe } }: Target, person: Person): Promise<readonly StripeEvent[]> {
  const payer = await aPayer(app.needs)
  await app.needs.changes.write((tx) => addOwner(tx, { subjectId: payer.id, email: person.email }, app.needs.clock.now()))
  stripe.webhooks.listener = app.fetch
  stripe.acts.begin({ customer: payer.customerId, price: 'carte_pro', metadata: { subject_id: payer.id } })
  await stripe.webhooks.settled()
  await app.needs.jobs.settle()
  person['payer'] = payer.alias
  return [...stripe.events]
}

export async function anOperator(target: Target): Promise<Person> {
  const person = await aPerson(target)
  const { app } = target
  await app.needs.changes.write((tx) => setOperator(tx, person.email, true))
  const { sessionId, cookie } = await signedInAs(app, person.email)
  const planted = await plantDesk(app, { ...person, id: person.subjectId }, runners.slice(0, 3))
  return { ...person, ...planted, sessionId: sessionId, cookie }
}

export async function aWorld(target: Target): Promise<World> {
  const secret = target.outside.stripe.settings.stripeWebhookSecret
  const [own, leaver] = [await aPerson(target), await aPerson(target)]
  for (const person of [own, leaver]) Object.assign(person, await keysOf(target, person))
  return { own, leaver, other: await aPerson(target), operator: await anOperator(target), secret }
}

const personOf = (world: World, as: Who) => (as === 'operator' ? world.operator : as === 'leaver' ? world.leaver : world.own)
export const cookieFor = (world: World, as: Who) => (as === 'visitor' ? undefined : personOf(world, as).cookie)

/** `~own.alias~` and its like become what they stand for now. */
export function fillIn(text: string, world: World, as: Who, turn: number): string {
  if (!text.includes('~')) return text
  return text.replace(/~(own|other|turn)\.(\w+)~/g, (word, of: string, what: string) => {
    if (of === 'turn') return what === 'uuid' ? randomUUID() : String(turn)
    const person = of === 'other' ? world.other : personOf(world, as)
    const said = Object.hasOwn(person, what) ? person[what] : undefined
    return said ?? word
  })
}

/** As the payment provider signs what it tells. */
export const signedBy = ({ secret }: World, body: Buffer) => sign(body.toString('utf8'), secret, Math.floor(Date.now() / 1000))
