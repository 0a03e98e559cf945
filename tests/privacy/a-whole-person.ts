import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { z } from 'zod'
import { CardFields } from '#contract/cards/stored-card.ts'
import { addVersion } from '#server/cards/editor/add-version.ts'
import { aCard } from '../factories/cards.ts'
import { anEntry } from '../factories/contacts.ts'
import type { TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/signed-in.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'

const reCaptchaAction = 'carte/connect_client'

/** Every field of a card that takes words, an address or a link, with a word of its own in it. */
function wordedFields(): z.output<typeof CardFields> {
  const fields: [string, z.ZodType][] = Object.entries(CardFields.shape)
  const words = fields.flatMap(([key, schema]) => {
    const shapes = [`zqmark-${key}`, `https://zqmark.example/${key}`, `zqmark-${key}@mail.example`]
    const word = isCounted(key) ? undefined : shapes.find((shape) => schema.safeParse(shape).success)
    return word === undefined ? [] : [[key, word] as const]
  })
  return CardFields.parse(Object.fromEntries(words))
}

/** Ids of a tracker: visitors' browsers would go there. */
const isCounted = (key: string) => /Analytics|Facebook/.test(key)

/**
 * Somebody who used everything: each word of theirs begins with “zqmark”, so that one search finds whatever is left. `words` are
 * those that are theirs to take along.
 */
export async function aWholePerson(app: TestApp, now: Date) {
  const { db } = app.needs
  const alias = `zqmark-${crypto.randomUUID().slice(0, 8)}`
  const fields = wordedFields()
  const card = await aCard(app.needs, { ...fields, alias })
  const signed = await signedIn(app, card.id)
  const email = `zqmark-${alias}@mail.example`
  await db.execute(
    sql`update account set email = ${email}, name = 'Zqmark-accountname', is_operator = false where id = ${signed.accountId}`,
  )
  const owner = { ...signed, email }

  await owner.call('cards.saveDraft', {
    input: {
      alias,
      revision: 0,
      changes: {
        title: 'zqmark-drafted',
        'settings.tagLine': { show: true, text: 'zqmark-tagline' },
        reviews: [
          {
            key: 'k',
            source: 'Zqmark-source',
            stars: 5,
            date: '',
            title: 'Zqmark-praise',
            review: 'Zqmark-review',
            reviewer: 'Zqmark-reviewer',
            show: true,
            weight: 1,
          },
        ],
      },
      removed: [],
    },
  })
  const png = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1f533f' } })
    .withExif({ IFD0: { Artist: 'Zqmark-artist' } })
    .png()
    .toBuffer()
  await owner.ask(`/remote/api/carte/upload-picture/${alias}/profile`, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': 'image/png', 'content-disposition': 'attachment; filename="zqmark-picture.png"' },
    body: new Uint8Array(png),
  })
  await app.needs.changes.write((tx) => addVersion(tx, card.id, 'zqmark-version', { title: 'Zqmark-versiontitle' }, now))

  const proof = {
    reCaptchaResponse: await solveCaptcha(await app.call('contacts.challenge', { query: { alias, action: reCaptchaAction } })),
    reCaptchaAction,
  }
  const one = crypto.randomUUID().slice(0, 8)
  const visitor = {
    name: `Zqmark-visitor-${one}`,
    lastName: `Zqmark-last-${one}`,
    emailAddress: `zqmark-${one}@mail.example`,
    phoneNumber: `0 zqmark-phone-${one}`,
    title: `Zqmark-title-${one}`,
    companyName: `Zqmark-firm-${one}`,
    notes: `Zqmark-notes-${one}`,
  }
  await app.call('contacts.submit', { input: anEntry({ alias, ...visitor, ...proof, wantsCard: true }) })
  const hand = {
    phoneNumber: '0 zqmark-handphone',
    emailAddress: 'zqmark-hand@mail.example',
    title: 'Zqmark-handtitle',
    companyName: 'Zqmark-handfirm',
    name: 'Zqmark-hand',
    lastName: 'Zqmark-handlast',
    address: 'Zqmark-street',
    city: 'Zqmark-city',
    state: 'Zqmark-state',
    zip: 'zqmark-zip',
    notes: 'Zqmark-handnotes',
    tags: ['Zqmark-label'],
  }
  await owner.call('contacts.create', { input: { alias, submissionId: crypto.randomUUID(), ...hand } })
  const { results } = await owner.call('contacts.search', {
    params: { page: 1, pageSize: 10, tag: 'none' },
    input: { alias, SearchFor: '' },
  })
  const contactId = results.find(({ name }) => name === visitor.name)?.id ?? ''
  const notes = [{ Created: now.toISOString(), Note: 'Zqmark-ownernote' }]
  await owner.call('contacts.updateNotes', { input: { connectedClientId: contactId, notes } })

  await app.ask('/remote/api/public/track', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1', 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/150.0' },
    body: JSON.stringify({ alias, events: [{ name: 'page_view', params: { page_name: 'zqmark-page' } }] }),
  })
  await app.call('visits.log', { input: { alias, message: 'zqmark-trouble', data: { of: 'zqmark-data' } } })
  // Somebody asks for a link, and for an account under the same address: the mails of both wait.
  await app.call('accounts.requestLink', { input: { email } })
  await app.call('accounts.signUp', { input: { name: 'Zqmark-signup', email } })
  await db.execute(
    sql`insert into short_link (code, subject_id, long_url) values (${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}, ${card.id}, 'https://carte.example/zqmark-longurl')`,
  )

  const told = [
    ...Object.values(visitor),
    ...Object.values(hand).flat(),
    'zqmark-drafted',
    'zqmark-tagline',
    'Zqmark-ownernote',
    'zqmark-page',
    'Zqmark-accountname',
    'Zqmark-reviewer',
    'Zqmark-review',
    'Zqmark-praise',
  ]
  const words = [...Object.values(fields), ...told, 'Zqmark-versiontitle', 'zqmark-version', 'zqmark-longurl', email, alias]
  return {
    ...owner,
    alias,
    subjectId: card.id,
    contactId,
    visitor: Object.values(visitor),
    words: words.flatMap((word) => (typeof word === 'string' && /zqmark/i.test(word) ? [word] : [])),
  }
}
