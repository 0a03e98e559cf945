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

/** Every field of a card that takes text, an address or a link, with its own marker word. */
function markedFields(): z.output<typeof CardFields> {
  const fields: [string, z.ZodType][] = Object.entries(CardFields.shape)
  const words = fields.flatMap(([key, schema]) => {
    const shapes = [`zqmark-${key}`, `https://zqmark.example/${key}`, `zqmark-${key}@mail.example`]
    const word = isCounted(key) ? undefined : shapes.find((shape) => schema.safeParse(shape).success)
    return word === undefined ? [] : [[key, word] as const]
  })
  return CardFields.parse(Object.fromEntries(words))
}

/** IDs of trackers, which visitors' browsers would contact. */
const isCounted = (key: string) => /Analytics|Facebook/.test(key)

/**
 * A person who used every feature. Each text they entered begins with “zqmark”, so one search finds whatever is left. `words` are
 * those that their export contains.
 */
export async function aWholePerson(app: TestApp, now: Date) {
  const { db } = app.deps
  const alias = `zqmark-${crypto.randomUUID().slice(0, 8)}`
  const fields = markedFields()
  const card = await aCard(app.deps, { ...fields, alias })
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
  await app.deps.changes.write((tx) => addVersion(tx, card.id, 'zqmark-version', { title: 'Zqmark-versiontitle' }, now))

  const proof = {
    reCaptchaResponse: await solveCaptcha(await app.call('contacts.challenge', { query: { alias, action: reCaptchaAction } })),
    reCaptchaAction,
  }
  // Without digits, which would be part of the phone number.
  const one = crypto
    .randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  const visitor = {
    name: `Zqmark-visitor-${one}`,
    lastName: `Zqmark-last-${one}`,
    emailAddress: `zqmark-${one}@mail.example`,
    phoneNumber: `2075550101 zqmark-phone-${one}`,
    title: `Zqmark-title-${one}`,
    companyName: `Zqmark-firm-${one}`,
    notes: `Zqmark-notes-${one}`,
  }
  await app.call('contacts.submit', { input: anEntry({ alias, ...visitor, ...proof, wantsCard: true }) })
  const hand = {
    phoneNumber: '2075550102 zqmark-handphone',
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
  const connection = { name: 'Zqmark-connection', url: 'https://hooks.example.com/zqmark-hook' }
  await owner.call('connections.create', { input: { alias, preset: 'own', types: ['short_link.followed'], isFull: true, ...connection } })
  await owner.call('accessKeys.create', { input: { alias, name: 'Zqmark-accesskey', scopes: ['contacts:read'], expiresAt: null } })
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
  // A login link and an account are requested for the same address, and both mails wait.
  await app.call('accounts.requestLink', { input: { email } })
  await owner.call('accounts.requestEmailChange', { input: { email: `zqmark-newemail-${alias}@mail.example` } })
  await app.call('accounts.signUp', { input: { name: 'Zqmark-signup', email } })
  await db.execute(
    sql`insert into short_link (code, subject_id, long_url) values (${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}, ${card.id}, 'https://carte.example/zqmark-longurl')`,
  )

  for (const [address, subjectId, answer] of [
    [email, null, '550 zqmark-answered'],
    [visitor.emailAddress, card.id, '550 zqmark-visitoranswered'],
  ] as const)
    await db.execute(sql`insert into refused_recipient (id, address, subject_id, step, answer, first_at, last_at, recent_at)
      values (gen_random_uuid(), ${address}, ${subjectId}, 'recipientRefused', ${answer}, ${now.toISOString()}, ${now.toISOString()}, array[${now.toISOString()}::timestamptz])`)

  const entered = [
    ...Object.values(visitor),
    ...Object.values(hand).flat(),
    ...Object.values(connection),
    'Zqmark-accesskey',
    'zqmark-drafted',
    'zqmark-tagline',
    'Zqmark-ownernote',
    'zqmark-page',
    'Zqmark-accountname',
    'Zqmark-reviewer',
    'Zqmark-review',
    'Zqmark-praise',
    'zqmark-answered',
    'zqmark-visitoranswered',
  ]
  const words = [
    `zqmark-newemail-${alias}@mail.example`,
    ...Object.values(fields),
    ...entered,
    'Zqmark-versiontitle',
    'zqmark-version',
    'zqmark-longurl',
    email,
    alias,
  ]
  return {
    ...owner,
    alias,
    subjectId: card.id,
    contactId,
    visitor: Object.values(visitor),
    words: words.flatMap((word) => (typeof word === 'string' && /zqmark/i.test(word) ? [word] : [])),
  }
}
