import { pathTo } from '#common/path-to.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { NewContact } from '#contract/contacts.ts'
import { cardPages } from '#contract/pages.ts'
import { spellPath } from '#contract/product.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import { aReview } from '../../tests/factories/drafts.ts'
import { anEntry } from '../../tests/factories/contacts.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { callerAt } from '../../tests/start/caller.ts'
import { password, type Owner, type Repeat } from './seed-owners.ts'
import { cardValue, type Words } from './card-value.ts'
import { absent, anyValue } from './expectations.ts'
import type { Dice } from '../dice.ts'

export type Target = { url: string; owner: Owner; random: Dice; adminCookie: string }
type Action = (place: Target) => Promise<void>

let callers = 0
/** Each request has its own client address, so none is rate limited. */
const anyClient = () => ({ 'x-forwarded-for': `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}` })
const visitorAt = (url: string) => callerAt(url, anyClient())
const ownerAt = (url: string, { cookie }: { cookie: string }) => callerAt(url, { ...anyClient(), cookie })

const reCaptchaAction = 'carte/connect_client'
export const contactKey = (submissionId: string) => `contact ${submissionId}`
export const contactValue = (name: string, tags: readonly string[], notes: readonly string[]) => JSON.stringify([name, tags, notes])
type Contact = [name: string, tags: string[], notes: string[]]

/** A visitor submits the form; without a response, the browser sends the same submission again. */
const submitContact: Action = async ({ url, owner, random }) => {
  const submissionId = randomUUID()
  const name = `Visitor-${random.word()}`
  const key = contactKey(submissionId)
  const value = contactValue(name, ['Carte'], [])
  const submit = async (at: string, words: { name: string }) => {
    const { call } = visitorAt(at)
    const challenge = await call('contacts.challenge', { query: { alias: owner.alias, action: reCaptchaAction } })
    const reCaptchaResponse = await solveCaptcha(challenge)
    await call('contacts.submit', { input: anEntry({ alias: owner.alias, ...words, submissionId, reCaptchaResponse, reCaptchaAction }) })
  }
  const again = async (at: string) => {
    await submit(at, { name })
    owner.expectations.acknowledge(key, value)
  }
  owner.keys.set(name, key)
  owner.expectations.request(key, value)
  await repeatable(owner, { what: key, again, withOtherWords: (at) => submit(at, { name: 'Another name' }) }, () => again(url))
}

const addContact: Action = async ({ url, owner, random }) => {
  const submissionId = randomUUID()
  const name = `Known-${random.word()}`
  const key = contactKey(submissionId)
  const value = contactValue(name, ['Fair'], [])
  const send = async (at: string) => {
    const input = NewContact.parse({ alias: owner.alias, submissionId, name, tags: ['Fair'] })
    await ownerAt(at, owner).call('contacts.create', { input })
    owner.expectations.acknowledge(key, value)
  }
  owner.keys.set(name, key)
  owner.expectations.request(key, value)
  await repeatable(owner, { what: key, again: send }, () => send(url))
}

/** Labels, annotates or deletes one of the newest contacts. */
const changeContact: Action = async ({ url, owner, random }) => {
  const { call } = ownerAt(url, owner)
  const page = { params: { page: 1, pageSize: 20, tag: 'none' }, input: { alias: owner.alias, SearchFor: '' } }
  const { results } = await call('contacts.search', page)
  const one = random.one(results)
  if (!one) return
  const key = owner.keys.get(one.name) ?? ''
  const expected = owner.expectations.expected(key)
  // Saved without a response, or found by the next check.
  if (expected === absent) return
  const [name, tags, notes]: Contact = JSON.parse(expected)
  const choice = random.below(4)
  if (choice === 0) {
    owner.expectations.request(key, absent)
    await call('contacts.erase', { input: { clientId: one.id } })
    return owner.expectations.acknowledge(key, absent)
  }
  if (choice === 1) {
    const word = `Note ${random.word()}`
    const value = contactValue(name, tags, [...notes, word])
    owner.expectations.request(key, value)
    await call('contacts.updateNotes', { input: { connectedClientId: one.id, notes: [{ Created: new Date().toISOString(), Note: word }] } })
    return owner.expectations.acknowledge(key, value)
  }
  const label = [`Label ${random.below(9)}`]
  const value = contactValue(name, label, notes)
  owner.expectations.request(key, value)
  await call('contacts.setTags', { input: { clientId: one.id, tags: label } })
  owner.expectations.acknowledge(key, value)
}

/** Drafts a title, a review or a new portrait, and publishes every second draft. */
const editCard: Action = async ({ url, owner, random }) => {
  const { call } = ownerAt(url, owner)
  const [published, before]: [Words, Partial<Words>] = JSON.parse(owner.expectations.expected('card'))
  const editor = await call('cards.editor', { params: { alias: owner.alias } })
  const request = random.below(3)
  const words: Partial<Words> = request === 0 ? { title: `Title ${random.word()}` } : request === 1 ? { review: `r${random.word()}` } : {}
  const uploaded = request === 2 ? await upload(url, owner, random) : null
  if (uploaded) words.portrait = uploaded.revision
  const draft = { ...before, ...words }

  owner.expectations.request('card', cardValue(published, draft))
  const saved = await call('cards.saveDraft', {
    input: {
      alias: owner.alias,
      revision: editor.draft.revision,
      removed: [],
      changes: {
        ...(words.title ? { title: words.title } : {}),
        ...(words.review ? { reviews: [aReview({ key: words.review })] } : {}),
        ...(uploaded ? { pictures: { profile: { revision: uploaded.revision, width: uploaded.width, height: uploaded.height } } } : {}),
      },
    },
  })
  owner.expectations.acknowledge('card', cardValue(published, draft))
  if (random.below(2) === 0) return
  const now = { ...published, ...draft }
  owner.expectations.request('card', cardValue(now, {}))
  await call('cards.publishDraft', { input: { alias: owner.alias, revision: saved.revision } })
  owner.expectations.acknowledge('card', cardValue(now, {}))
}

async function upload(url: string, owner: Owner, random: Dice): Promise<Uploaded> {
  const background = { r: random.below(256), g: random.below(256), b: random.below(256) }
  const picture = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .png()
    .toBuffer()
  const path = spellPath(pathTo('media.upload', { alias: owner.alias, kind: 'profile' }), 'carte')
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...anyClient(), cookie: owner.cookie, 'x-csrf': '1', 'content-type': 'application/octet-stream' },
    body: new Uint8Array(picture),
  })
  if (!answer.ok) throw { problem: { status: answer.status, ...((await answer.json()) as object) } }
  return (await answer.json()) as Uploaded
}

const subscribe: Action = async ({ url, owner, random }) => {
  const device = `device-${random.below(3)}`
  const key = `device ${device}`
  const endpoint = `https://fcm.googleapis.com/fcm/send/${random.word()}`
  owner.expectations.request(key, endpoint)
  // Nothing is sent to it, because both topics are off.
  const topics = [
    { topic: 'New_Connected_Client' as const, active: false },
    { topic: 'General_Notifications' as const, active: false },
  ]
  const token = { endpoint, keys: { p256dh: 'a'.repeat(87), auth: 'b'.repeat(22) } }
  await ownerAt(url, owner).call('push.subscribe', {
    input: { enabled: true, subjectId: owner.id, key: '', token, device, topics },
  })
  owner.expectations.acknowledge(key, endpoint)
}

const logInOrOut: Action = async ({ url, owner, random }) => {
  const live = owner.sessions.filter((cookie) => owner.expectations.expected(`session ${cookie}`) === 'live')
  const cookie = random.one(live)
  if (cookie && live.length > 1) {
    const key = `session ${cookie}`
    const claims = await callerAt(url, { ...anyClient(), cookie }).call('accounts.user', {})
    const sid = String(claims.find(({ type }) => type === 'sid')?.value)
    owner.expectations.request(key, absent)
    const answer = await fetch(`${url}/bff/logout?sid=${sid}`, { redirect: 'manual', headers: { ...anyClient(), cookie } })
    if (answer.status !== 302) throw { problem: { status: answer.status } }
    return owner.expectations.acknowledge(key, absent)
  }
  const answer = await fetch(`${url}/bff/sign-in`, {
    method: 'POST',
    headers: { ...anyClient(), 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ email: owner.email, password, returnUrl: '/' }),
  })
  if (!answer.ok) throw { problem: { status: answer.status } }
  const loaded = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  owner.sessions.push(loaded)
  owner.expectations.acknowledge(`session ${loaded}`, 'live')
}

const shortenLink: Action = async ({ url, owner, random }) => {
  const page = random.one(Object.values(cardPages))?.segment
  const path = `/${owner.alias}/${page}`
  const longUrl = `http://localhost:3999${path}`
  // A card's own page is stored by its path.
  const key = `link ${path}`
  owner.expectations.request(key, anyValue)
  const answer = await visitorAt(url).call('links.shorten', { query: { longUrl } })
  const code = (await answer.text()).split('/').at(-1) ?? ''
  const before = owner.expectations.expected(key)
  if (before !== absent && before !== code) throw new Error(`${longUrl} had the code ${before}, and has ${code} now`)
  owner.expectations.acknowledge(key, code)
}

/** An administrator records a payment for a month. */
const recordPayment: Action = async ({ url, owner, adminCookie }) => {
  const submissionId = randomUUID()
  const before = owner.expectations.count('invoices')
  const send = async (at: string) => {
    await ownerAt(at, { cookie: adminCookie }).call('admin.billingAction', {
      input: { alias: owner.alias, act: 'pay', submissionId },
    })
  }
  owner.expectations.requestCount('invoices')
  const again = async (at: string) => {
    await send(at)
    owner.expectations.expectOneMore('invoices', before)
  }
  await repeatable(owner, { what: `invoice ${submissionId}`, again }, () => send(url))
  owner.expectations.acknowledgeCount('invoices')
}

const viewCard: Action = async ({ url, owner }) => {
  owner.expectations.requestCount('views')
  await visitorAt(url).call('visits.track', {
    input: { alias: owner.alias, events: [{ name: 'page_view', params: { page_name: 'home' } }] },
  })
  owner.expectations.acknowledgeCount('views')
}

/** Pending until acknowledged. */
async function repeatable(owner: Owner, repeat: Repeat, ask: () => Promise<void>) {
  owner.pending.push(repeat)
  await ask()
  owner.pending.splice(owner.pending.indexOf(repeat), 1)
}

export const actions = {
  submitContact,
  addContact,
  changeContact,
  editCard,
  subscribe,
  logInOrOut,
  shortenLink,
  recordPayment,
  viewCard,
} satisfies Record<string, Action>

type ActionName = keyof typeof actions
/** Each action roughly as often as in production. */
export const frequencies: readonly [ActionName, ...ActionName[]] = [
  'submitContact',
  'submitContact',
  'submitContact',
  'addContact',
  'changeContact',
  'changeContact',
  'changeContact',
  'editCard',
  'editCard',
  'editCard',
  'subscribe',
  'logInOrOut',
  'shortenLink',
  'recordPayment',
  'viewCard',
  'viewCard',
]
