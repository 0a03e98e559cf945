import { pathTo } from '#common/path-to.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { cardPages } from '#contract/pages.ts'
import { spellPath } from '#contract/product.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import { aReview } from '../../tests/factories/drafts.ts'
import { anEntry } from '../../tests/factories/contacts.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { callerAt } from '../../tests/start/caller.ts'
import { password, type Owner, type Repeat } from './found-household.ts'
import { cardValue, type Words } from './card-value.ts'
import { absent, anything } from './open-book.ts'
import type { Dice } from '../dice.ts'

export type Place = { url: string; owner: Owner; random: Dice; operatorCookie: string }
type Act = (place: Place) => Promise<void>

let callers = 0
/** Each from an address of their own: nobody is one too many. */
const somebody = () => ({ 'x-forwarded-for': `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}` })
const visitorAt = (url: string) => callerAt(url, somebody())
const ownerAt = (url: string, { cookie }: { cookie: string }) => callerAt(url, { ...somebody(), cookie })

const reCaptchaAction = 'carte/connect_client'
export const contactKey = (submissionId: string) => `contact ${submissionId}`
export const contactValue = (name: string, tags: readonly string[], notes: readonly string[]) => JSON.stringify([name, tags, notes])
type Contact = [name: string, tags: string[], notes: string[]]

/** A visitor leaves their name; where no answer came, their browser sends the same once more. */
const leave: Act = async ({ url, owner, random }) => {
  const submissionId = randomUUID()
  const name = `Visitor-${random.word()}`
  const key = contactKey(submissionId)
  const value = contactValue(name, ['Carte'], [])
  const say = async (at: string, words: { name: string }) => {
    const { call } = visitorAt(at)
    const challenge = await call('contacts.challenge', { query: { alias: owner.alias, action: reCaptchaAction } })
    const reCaptchaResponse = await solveCaptcha(challenge)
    await call('contacts.submit', { input: anEntry({ alias: owner.alias, ...words, submissionId, reCaptchaResponse, reCaptchaAction }) })
  }
  const again = async (at: string) => {
    await say(at, { name })
    owner.book.is(key, value)
  }
  owner.keys.set(name, key)
  owner.book.may(key, value)
  await repeatable(owner, { what: key, again, withOtherWords: (at) => say(at, { name: 'Somebody else' }) }, () => again(url))
}

const nothingMore = {
  lastName: '',
  phoneNumber: '',
  emailAddress: '',
  title: '',
  companyName: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  notes: '',
}

const writeDown: Act = async ({ url, owner, random }) => {
  const submissionId = randomUUID()
  const name = `Known-${random.word()}`
  const key = contactKey(submissionId)
  const value = contactValue(name, ['Fair'], [])
  const send = async (at: string) => {
    await ownerAt(at, owner).call('contacts.create', { input: { ...nothingMore, alias: owner.alias, submissionId, name, tags: ['Fair'] } })
    owner.book.is(key, value)
  }
  owner.keys.set(name, key)
  owner.book.may(key, value)
  await repeatable(owner, { what: key, again: send }, () => send(url))
}

/** Labels, a note or an end for one of the newest contacts. */
const tend: Act = async ({ url, owner, random }) => {
  const { call } = ownerAt(url, owner)
  const page = { params: { page: 1, pageSize: 20, tag: 'none' }, input: { alias: owner.alias, SearchFor: '' } }
  const { results } = await call('contacts.search', page)
  const one = random.one(results)
  if (!one) return
  const key = owner.keys.get(one.name) ?? ''
  const said = owner.book.said(key)
  // Kept without an answer, or found by the next look at everything.
  if (said === absent) return
  const [name, tags, notes]: Contact = JSON.parse(said)
  const choice = random.below(4)
  if (choice === 0) {
    owner.book.may(key, absent)
    await call('contacts.erase', { input: { clientId: one.id } })
    return owner.book.is(key, absent)
  }
  if (choice === 1) {
    const word = `Note ${random.word()}`
    const value = contactValue(name, tags, [...notes, word])
    owner.book.may(key, value)
    await call('contacts.updateNotes', { input: { connectedClientId: one.id, notes: [{ Created: new Date().toISOString(), Note: word }] } })
    return owner.book.is(key, value)
  }
  const label = [`Label ${random.below(9)}`]
  const value = contactValue(name, label, notes)
  owner.book.may(key, value)
  await call('contacts.setTags', { input: { clientId: one.id, tags: label } })
  owner.book.is(key, value)
}

/** A draft of a title, of a review or with a new portrait; every second time it is published. */
const edit: Act = async ({ url, owner, random }) => {
  const { call } = ownerAt(url, owner)
  const [published, before]: [Words, Partial<Words>] = JSON.parse(owner.book.said('card'))
  const editor = await call('cards.editor', { params: { alias: owner.alias } })
  const wish = random.below(3)
  const words: Partial<Words> = wish === 0 ? { title: `Title ${random.word()}` } : wish === 1 ? { review: `r${random.word()}` } : {}
  const uploaded = wish === 2 ? await upload(url, owner, random) : null
  if (uploaded) words.portrait = uploaded.revision
  const draft = { ...before, ...words }

  owner.book.may('card', cardValue(published, draft))
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
  owner.book.is('card', cardValue(published, draft))
  if (random.below(2) === 0) return
  const now = { ...published, ...draft }
  owner.book.may('card', cardValue(now, {}))
  await call('cards.publishDraft', { input: { alias: owner.alias, revision: saved.revision } })
  owner.book.is('card', cardValue(now, {}))
}

async function upload(url: string, owner: Owner, random: Dice): Promise<Uploaded> {
  const background = { r: random.below(256), g: random.below(256), b: random.below(256) }
  const picture = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .png()
    .toBuffer()
  const path = spellPath(pathTo('media.upload', { alias: owner.alias, kind: 'profile' }), 'carte')
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...somebody(), cookie: owner.cookie, 'x-csrf': '1', 'content-type': 'application/octet-stream' },
    body: new Uint8Array(picture),
  })
  if (!answer.ok) throw { problem: { status: answer.status, ...((await answer.json()) as object) } }
  return (await answer.json()) as Uploaded
}

const subscribe: Act = async ({ url, owner, random }) => {
  const device = `device-${random.below(3)}`
  const key = `device ${device}`
  const endpoint = `https://fcm.googleapis.com/fcm/send/${random.word()}`
  owner.book.may(key, endpoint)
  // Nothing is sent to it: its owner wants neither kind of notice.
  const topics = [
    { topic: 'New_Connected_Client' as const, active: false },
    { topic: 'General_Notifications' as const, active: false },
  ]
  const token = { endpoint, keys: { p256dh: 'a'.repeat(87), auth: 'b'.repeat(22) } }
  await ownerAt(url, owner).call('push.subscribe', {
    input: { enabled: true, subjectId: owner.id, key: '', token, device, topics },
  })
  owner.book.is(key, endpoint)
}

const signInOrOut: Act = async ({ url, owner, random }) => {
  const live = owner.sessions.filter((cookie) => owner.book.said(`session ${cookie}`) === 'live')
  const cookie = random.one(live)
  if (cookie && live.length > 1) {
    const key = `session ${cookie}`
    const claims = await callerAt(url, { ...somebody(), cookie }).call('accounts.user', {})
    const sid = String(claims.find(({ type }) => type === 'sid')?.value)
    owner.book.may(key, absent)
    const answer = await fetch(`${url}/bff/logout?sid=${sid}`, { redirect: 'manual', headers: { ...somebody(), cookie } })
    if (answer.status !== 302) throw { problem: { status: answer.status } }
    return owner.book.is(key, absent)
  }
  const answer = await fetch(`${url}/bff/sign-in`, {
    method: 'POST',
    headers: { ...somebody(), 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ email: owner.email, password, returnUrl: '/' }),
  })
  if (!answer.ok) throw { problem: { status: answer.status } }
  const brought = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  owner.sessions.push(brought)
  owner.book.is(`session ${brought}`, 'live')
}

const shorten: Act = async ({ url, owner, random }) => {
  const page = random.one(Object.values(cardPages))?.segment
  const path = `/${owner.alias}/${page}`
  const longUrl = `http://localhost:3999${path}`
  // A card's own page is stored by its path.
  const key = `link ${path}`
  owner.book.may(key, anything)
  const answer = await visitorAt(url).call('links.shorten', { query: { longUrl } })
  const code = (await answer.text()).split('/').at(-1) ?? ''
  const before = owner.book.said(key)
  if (before !== absent && before !== code) throw new Error(`${longUrl} had the code ${before}, and has ${code} now`)
  owner.book.is(key, code)
}

/** The operator notes that a month was paid. */
const pay: Act = async ({ url, owner, operatorCookie }) => {
  const submissionId = randomUUID()
  const before = owner.book.count('invoices')
  const send = async (at: string) => {
    await ownerAt(at, { cookie: operatorCookie }).call('operator.bill', { input: { alias: owner.alias, act: 'pay', submissionId } })
  }
  owner.book.mayCount('invoices')
  const again = async (at: string) => {
    await send(at)
    owner.book.countedOnce('invoices', before)
  }
  await repeatable(owner, { what: `invoice ${submissionId}`, again }, () => send(url))
  owner.book.counted('invoices')
}

const look: Act = async ({ url, owner }) => {
  owner.book.mayCount('views')
  await visitorAt(url).call('visits.track', {
    input: { alias: owner.alias, events: [{ name: 'page_view', params: { page_name: 'home' } }] },
  })
  owner.book.counted('views')
}

/** Kept in mind until an answer came. */
async function repeatable(owner: Owner, repeat: Repeat, ask: () => Promise<void>) {
  owner.pending.push(repeat)
  await ask()
  owner.pending.splice(owner.pending.indexOf(repeat), 1)
}

export const acts: Record<string, Act> = { leave, writeDown, tend, edit, subscribe, signInOrOut, shorten, pay, look }
/** As often as in life, more or less. */
export const often = ['leave', 'leave', 'leave', 'writeDown', 'tend', 'tend', 'tend', 'edit', 'edit', 'edit'].concat([
  'subscribe',
  'signInOrOut',
  'shorten',
  'pay',
  'look',
  'look',
])
