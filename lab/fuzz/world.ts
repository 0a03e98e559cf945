import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { scopes } from '#contract/access-key-choices.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { setToken, upsertEmailChange } from '#server/accounts/change-email/email-change-store.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { createCaptcha } from '#server/integrations/captcha.ts'
import { sealSecret } from '#server/database/seal-secret.ts'
import { newSecret } from '#server/connections/sign-body.ts'
import { digestOf } from '#server/contacts/search-contacts.ts'
import { newId } from '#server/database/new-id.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aPayer } from '../../tests/factories/payers.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { signedIn, signedInAs } from '../../tests/harness/signed-in.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { sign, type StripeEvent } from '../../tests/stand-ins/stripe.ts'
import type { Who } from './make-call.ts'
import { seedAdmin } from './seed-admin.ts'
import { xssPayloads } from './strange.ts'
import type { Target } from './target.ts'

/** Placeholders a call may contain; `seedWorld` sets their values. */
export type Person = Record<string, string> & { alias: string; subjectId: string; cookie: string; accountId: string; email: string }
/** The current people: `own` makes the calls, `other` is another owner; `leaver` may lose sessions or cards. `secret` signs the payment provider's events. */
export type World = { own: Person; other: Person; admin: Person; leaver: Person; secret: string }

export const password = 'Some-words-1'
let hashed: Promise<string> | null = null

/** An owner with XSS payloads in the card, and one of everything that a call can name. */
export async function aPerson({ app, device }: Target): Promise<Person> {
  const { deps } = app
  const zillowWebServicesId = String(randomInt(1e11))
  const card = await aCard(deps, {
    services: [{ gradeServiceId: 7, directLink: 'https://www.linkedin.com/in/someone' }],
    zillowWebServicesId,
    showZillowReviews: true,
    title: xssPayloads[2] ?? '',
    companyCity: xssPayloads[3] ?? '',
    companyName: 'Winter',
    experiments: [{ name: 'FallbackZillowReviews', enabled: true }],
    bio: xssPayloads.join('\n'),
  })
  const contact = await aContact(deps, card.id, { name: xssPayloads[0] ?? '', notes: xssPayloads.join('\n') })
  const onlyOne = await aContact(deps, card.id, { lastName: 'Onlyone' })
  const [spareContact, lastContact] = [await aContact(deps, card.id), await aContact(deps, card.id)]
  const owner = await signedIn(app, card.id)
  const passkeyId = newId(Date.now())
  const [previewId, contactImportId] = [newId(), newId()]
  const [connectionId, spareConnectionId, eventId] = [newId(), newId(), newId()]
  const [spareAccessKeyId, accessKey] = [newId(), `carte_${randomBytes(32).toString('base64url')}`]
  const secret = await sealSecret(deps.db, newSecret(), connectionId, deps.clock.now())
  const link = randomBytes(6).toString('hex')
  const passwordHash = await (hashed ??= hashPassword(password))
  await deps.changes.write(async (tx) => {
    await tx.execute(sql`update account set password_hash = ${passwordHash} where id = ${owner.accountId}`)
    await tx.execute(
      sql`insert into passkey (account_id, id, credential_id, public_key, name) values (${owner.accountId}, ${passkeyId}, ${passkeyId}, '\\x00', 'a key')`,
    )
    await tx.execute(
      sql`insert into short_link (code, subject_id, long_url) values (${link}, ${card.id}, ${`${deps.settings.publicUrl}/${card.alias}/home`})`,
    )
    await tx.execute(sql`insert into contact_import (subject_id, id, created_at, name, state) values
      (${card.id}, ${previewId}, now(), 'contacts.csv', 'ready'), (${card.id}, ${contactImportId}, now(), 'contacts.csv', 'done')`)
    await tx.execute(sql`insert into connection (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end)
      select ${card.id}, id, now(), 'own', ${xssPayloads[0]}, 'https://hooks.example.com/x', array['contact.created'], true, ${secret}, now(), 'abc='
      from unnest(array[${connectionId}, ${spareConnectionId}]::uuid[]) id`)
    await tx.execute(sql`insert into event (subject_id, id, type, at, contact_id, data) values
      (${card.id}, ${eventId}, 'contact.created', now(), ${contact.id}, ${JSON.stringify({ card: { alias: card.alias }, contact })})`)
    await tx.execute(sql`insert into delivery (subject_id, connection_id, event_id, state, is_full, answer) values
      (${card.id}, ${connectionId}, ${eventId}, 'failed', true, ${xssPayloads[1]})`)
    await tx.execute(sql`insert into access_key (id, subject_id, key_hash, name, key_start, key_end, scopes, created_at) values
      (${newId()}, ${card.id}, ${hashToken(accessKey)}, ${xssPayloads[1]}, 'carte_abc', 'yz', ${sql.param([...scopes])}, now()),
      (${spareAccessKeyId}, ${card.id}, ${hashToken(spareAccessKeyId)}, 'x', 'carte_abc', 'yz', '{}', now())`)
    await tx.execute(sql`insert into invoice (subject_id, id, provider, number, state, plan_code, amount, currency, issued_at, told_at)
      values (${card.id}, ${`in-${link}`}, 'embedded', '1', 'paid', 'PRO', 1500, 'USD', now(), now())`)
  })
  const { rows } = await deps.db.execute<{ key: string }>(sql`select key from subject where id = ${card.id}`)
  const { accountId, email, sessionId, cookie } = owner
  const { endpoint, keys } = device.token
  return {
    alias: card.alias,
    subjectId: card.id,
    key: rows[0]?.key ?? '',
    contactId: contact.id,
    spareContactId: spareContact.id,
    lastContactId: lastContact.id,
    onlyOneDigest: digestOf([onlyOne.id]),
    previewId,
    contactImportId,
    connectionId,
    spareConnectionId,
    eventId,
    spareAccessKeyId,
    accessKey,
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

/** Single-use tokens: emailed links, codes, captcha proofs and seals. Slow to create. */
export async function tokensOf(
  { app: { deps }, outside }: Target,
  card: Pick<Person, 'alias' | 'accountId' | 'email'>,
): Promise<Record<string, string>> {
  const unclaimed = await aCard(deps, {})
  const loginLink = await makeSignInLink(deps, card.email, { endsOthers: false })
  const reset = await makeSignInLink(deps, card.email, { purpose: 'reset', endsOthers: false })
  const emailLink = randomBytes(32).toString('base64url')
  await addEmailChange(deps, card.accountId, emailLink)
  const { code } = await makeClaimCode(deps, unclaimed.alias, 'operator')
  const action = 'carte/connect_client'
  // The form was opened a while ago, as a person would have.
  const { seal, submissionId } = await createCaptcha({
    ...deps,
    clock: { ...deps.clock, now: () => new Date(Date.now() - 10_000) },
  }).seal(`report ${card.alias}`)
  return {
    loginLink: loginLink?.token ?? '',
    reset: reset?.token ?? '',
    emailLink,
    unclaimed: unclaimed.alias,
    claimCode: code,
    seal,
    sealed: submissionId,
    proof: await solveCaptcha(await deps.captcha.challenge({ alias: card.alias, action })),
    ...(await providerTokens(outside)),
  }
}

async function addEmailChange({ db, clock }: Target['app']['deps'], accountId: string, token: string) {
  const now = clock.now()
  const change = {
    accountId,
    newEmail: `new-${randomUUID()}@example.com`,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  }
  await upsertEmailChange(db, change)
  await setToken(db, { ...change, tokenHash: null }, hashToken(token))
}

/** Parameters of the provider's redirect, and its logout token. */
async function providerTokens({ app, provider }: Target['outside']) {
  const started = await app.fetch(new Request('http://localhost:3000/bff/login?returnUrl=/account'))
  const at = new URL(started.headers.get('location') ?? '')
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  return {
    state: at.searchParams.get('state') ?? '',
    nonce: at.searchParams.get('nonce') ?? '',
    stateCookie: started.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    logoutToken: await provider.signed({ sid: 'a session', jti: randomUUID(), events }),
  }
}

export async function aPersonWithTokens(target: Target): Promise<Person> {
  const person = await aPerson(target)
  return { ...person, ...(await tokensOf(target, person)) }
}

/** Lets the provider charge for a card, and returns the events it sent. */
export async function payFor({ outside: { app, stripe } }: Target, person: Person): Promise<readonly StripeEvent[]> {
  const payer = await aPayer(app.deps)
  await app.deps.changes.write((tx) => addOwner(tx, { subjectId: payer.id, email: person.email }, app.deps.clock.now()))
  stripe.webhooks.listener = app.fetch
  stripe.acts.begin({ customer: payer.customerId, price: 'carte_pro', metadata: { subject_id: payer.id } })
  await stripe.webhooks.settled()
  await app.deps.jobs.settle()
  person['payer'] = payer.alias
  return [...stripe.events]
}

export async function anAdmin(target: Target): Promise<Person> {
  const person = await aPerson(target)
  const { app } = target
  await app.deps.changes.write((tx) => setAdmin(tx, person.email, true))
  const { sessionId, cookie } = await signedInAs(app, person.email)
  const planted = await seedAdmin(app, { ...person, id: person.subjectId }, xssPayloads.slice(0, 3))
  return { ...person, ...planted, sessionId: sessionId, cookie }
}

export async function aWorld(target: Target): Promise<World> {
  const secret = target.outside.stripe.settings.stripeWebhookSecret
  const [own, leaver] = [await aPersonWithTokens(target), await aPersonWithTokens(target)]
  return { own, leaver, other: await aPerson(target), admin: await anAdmin(target), secret }
}

const personOf = (world: World, as: Who) => (as === 'admin' ? world.admin : as === 'leaver' ? world.leaver : world.own)
export const cookieFor = (world: World, as: Who) => (as === 'visitor' ? undefined : personOf(world, as).cookie)

/** Replaces placeholders such as `~own.alias~` by their current values. */
export function fillIn(text: string, world: World, as: Who, turn: number): string {
  if (!text.includes('~')) return text
  return text.replace(/~(own|other|turn)\.(\w+)~/g, (word, of: string, what: string) => {
    if (of === 'turn') return what === 'uuid' ? randomUUID() : String(turn)
    const person = of === 'other' ? world.other : personOf(world, as)
    const stored = Object.hasOwn(person, what) ? person[what] : undefined
    return stored ?? word
  })
}

/** The payment provider's signature of an event. */
export const signedBy = ({ secret }: World, body: Buffer) => sign(body.toString('utf8'), secret, Math.floor(Date.now() / 1000))
