import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Card, type CardSubscription } from '#contract/cards/cards.ts'
import { permissions } from '#contract/permissions.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { addVersion } from './editor/add-version.ts'
import { changeCard } from './editor/change-card.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const nobody = '018f0000-0000-7000-8000-000000000000'
const someoneWith = async (fields: CardFields & { plan?: 'FREE' | 'PRO' }) => cardAt((await aCard(app.needs, fields)).alias)

async function cardAt(alias: string, version?: string): Promise<Card> {
  const answer = await app.call('cards.read', { params: { alias, version } })
  // Parsing holds the answer to the contract, field by field.
  return Card.parse(answer['{product}'])
}

describe('cards.read', () => {
  test('API-1 answers the card under the product’s own name, with its subscription', async () => {
    const { alias } = await aCard(app.needs, { firstName: 'Zoë', lastName: 'Ng' })
    const answer = (await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).json()) as {
      carte: Card
      subscription: CardSubscription
    }

    expect(Card.keyof().options.filter((key) => !(key in answer.carte))).toEqual([])
    expect(answer.carte).toMatchObject({
      alias,
      fullName: 'Zoë Ng',
      settings: { carteMobileFontSize: 'md', carteMobileLayoutAlign: 'center' },
    })
    expect(answer.subscription).toMatchObject({ isActive: true, isFreemium: false })
  })

  test('knows an alias in any case', async () => {
    const { alias } = await aCard(app.needs)
    expect((await cardAt(alias.toUpperCase())).alias).toBe(alias)
  })

  test('a named version has its own words over the published ones; an unknown one is not there', async () => {
    const { id, alias } = await aCard(app.needs, { title: 'Broker', bio: 'As ever.' })
    await app.needs.changes.write((tx) => addVersion(tx, id, 'spring', { title: 'Spring broker' }, new Date()))

    expect(await cardAt(alias, 'spring')).toMatchObject({ title: 'Spring broker', bio: 'As ever.', stringVersion: 'spring' })
    expect(await cardAt(alias)).toMatchObject({ title: 'Broker', stringVersion: '' })
    await expect(cardAt(alias, 'autumn')).rejects.toMatchObject({ problem: { type: '/problems/card-not-found' } })
  })

  test('finds a version in any letter case and returns its own spelling; an exact match comes first', async () => {
    const { id, alias } = await aCard(app.needs, { title: 'Broker' })
    await app.needs.changes.write((tx) => addVersion(tx, id, 'Spring', { title: 'Spring broker' }, new Date()))
    expect(await cardAt(alias, 'SPRING')).toMatchObject({ title: 'Spring broker', stringVersion: 'Spring' })
    await expect(app.call('cards.services', { query: { subjectId: id, version: 'SPRING' } })).resolves.toEqual([])

    await app.needs.changes.write((tx) => addVersion(tx, id, 'spring', { title: 'Another' }, new Date()))
    expect(await cardAt(alias, 'spring')).toMatchObject({ title: 'Another', stringVersion: 'spring' })
    expect(await cardAt(alias, 'Spring')).toMatchObject({ title: 'Spring broker', stringVersion: 'Spring' })
  })

  test('ACCESS-2 of a card that is off, only the name leaves', async () => {
    const { alias } = await aCard(app.needs, { firstName: 'Anselm', lastName: 'Grove', isCardDisabled: true })
    const answer = await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()

    expect(JSON.parse(answer).carte).toEqual({
      alias,
      fullName: 'Anselm Grove',
      profile: 1,
      isCardDisabled: true,
      eCardEnabled: false,
      isDemo: false,
    })
  })

  test('HOME-2 a phone or e-mail that was switched off leaves nowhere', async () => {
    const hidden = { ShowMobilePhone: false, ShowOfficePhone: false, ShowDirectPhone: false, ShowEmailAddress: false }
    const { alias } = await aCard(app.needs, { telPhoneNumber: '+12075550101', settings: { homepage: hidden } })
    const answer = await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()

    expect(answer).not.toMatch(/555-?01|ada@example/)
  })

  test('API-1 an empty version names the published card, as its own stringVersion does', async () => {
    const { id, alias } = await aCard(app.needs, { services: [{ gradeServiceId: 7, directLink: 'https://one.example/' }] })
    const { carte } = (await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).json()) as { carte: { stringVersion: string } }
    expect(carte.stringVersion).toBe('')
    for (const [call, query] of [
      ['subject-grade-services', ''],
      ['subject-grade-service-components', '&templateId=1'],
    ]) {
      const plain = await (await app.ask(`/remote/api/public/${call}?subjectId=${id}${query}`)).json()
      const empty = await app.ask(`/remote/api/public/${call}?subjectId=${id}${query}&version=${carte.stringVersion}`)
      expect([empty.status, await empty.json()]).toEqual([200, plain])
    }
    expect((await app.ask(`/remote/api/public/e-card-by-alias/${alias}/`)).status).toBe(200)
  })

  test('HOME-2 a hidden name, title or company leaves nowhere', async () => {
    const names = { firstName: 'Wilhelmina', lastName: 'Quist', title: 'Bellwether', companyName: 'Thornfield' }
    const { alias } = await aCard(app.needs, {
      ...names,
      settings: { homepage: { ShowName: false, ShowTitle: false, ShowCompanyName: false } },
    })
    const other = await aCard(app.needs, { settings: { homepage: { ShowName: false, ShowCompanyName: false } } })
    const claimable = app.call('cards.claimable', { params: { alias } })
    await expect(claimable).resolves.toEqual({ alias, fullName: '' })
    for (const address of [`/remote/api/public/e-card-by-alias/${alias}`, `/api/public/client/${alias}/v-card/latest`]) {
      const answer = await app.ask(address)
      expect([address, answer.status]).toEqual([address, 200])
      const text = await answer.text()
      for (const name of Object.values(names)) expect(text).not.toContain(name)
    }
    // The placeholder for a portrait or a logo contains no letters of a hidden name: it is the same for every such card.
    for (const kind of ['ProfileImage', 'OfficeLogo']) {
      const [one, another] = await Promise.all(
        [alias, other.alias].map(async (of) => (await app.ask(`/api/public/client-image/${of}/${kind}/1`)).arrayBuffer()),
      )
      expect(one).toEqual(another)
    }
  })

  test('what a card has no right to show does not leave the server', async () => {
    const whole: CardFields = {
      bio: 'Long story',
      companyAddress: '1 Dock Road',
      videoUrl: 'https://example.com/film.mp4',
      showVideoOnHomepage: true,
      menus: [
        {
          key: 'own',
          version: 3,
          type: 2,
          show: true,
          route: 'https://example.com/own',
          cssClass: '',
          label: 'Own',
          weight: 1,
          seoTitle: '',
          seoDescription: '',
          seoKeywords: '',
          editable: true,
        },
      ],
      reviews: [{ key: 'r', source: 's', stars: 5, date: '2025-01-01', title: 't', review: 'Fine.', reviewer: 'R', show: true, weight: 1 }],
    }
    const paid = await someoneWith({ ...whole, plan: 'PRO' })
    expect(paid).toMatchObject({
      videoUrl: 'https://example.com/film.mp4',
      menus: [{ route: 'https://example.com/own' }],
      reviews: [{ review: 'Fine.' }],
    })

    const free = await someoneWith({ ...whole, plan: 'FREE' })
    expect(free).toMatchObject({
      videoUrl: '',
      showVideoOnHomepage: false,
      menus: [{ label: 'Own', route: '' }],
      reviews: [],
      bio: 'Long story',
    })

    const shut = await someoneWith({ ...whole, revokedRights: ['About', 'Contact'] })
    expect(shut).toMatchObject({ bio: '', companyAddress: '', settings: { location: null } })
  })

  test('ACCESS-3 the number of a card’s rights is made of its plan’s, and a revoked right does not come back inside another', async () => {
    const free = await someoneWith({ plan: 'FREE' })
    expect(free.permissions & permissions.CustomMenus).toBe(0)
    const paid = await someoneWith({ plan: 'PRO', revokedRights: ['CustomMenus'] })
    expect(paid.permissions & permissions.CustomMenus).toBe(0)
    expect(paid.permissions & permissions.About).toBe(permissions.About)
  })

  test('one card’s answer holds nothing of another’s', async () => {
    await aCard(app.needs, { bio: 'Only in the other card' })
    const { alias } = await aCard(app.needs, { bio: 'Mine' })
    expect(await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()).not.toContain('Only in the other card')
  })

  test('every change counts the revision up', async () => {
    const { id, alias } = await aCard(app.needs)
    const before = (await cardAt(alias)).revision
    await changeCard(app.needs, id, { title: 'New' })
    expect((await cardAt(alias)).revision).toBe(before + 1)
  })
})

describe('cards.services and cards.components', () => {
  const instagram = { gradeServiceId: 6, directLink: 'https://www.instagram.com/ada', weight: 20 }
  const google = {
    gradeServiceId: 3,
    directLink: 'https://maps.google.com/?cid=1',
    weight: 10,
    reviewLink: 'https://search.google.com/local/writereview?placeid=1',
  }

  test('API-1 answer what a card links to, in the owner’s order, with the catalog’s words', async () => {
    const { id } = await aCard(app.needs, { services: [instagram, google] })
    const services = await app.call('cards.services', { query: { subjectId: id } })

    expect(services.map(({ serviceName, directLink }) => [serviceName, directLink])).toEqual([
      ['Google Business', google.directLink],
      ['Instagram', instagram.directLink],
    ])
    expect(await app.call('cards.components', { query: { subjectId: id, templateId: 1 } })).toEqual([
      { gradeServiceId: 3, gradeComponentId: 1, currentValue: google.reviewLink },
    ])
  })

  test('hold nothing of a card that is off, and where reviews are not asked for, no review links', async () => {
    const off = await aCard(app.needs, { services: [instagram], isCardDisabled: true })
    expect(await app.call('cards.services', { query: { subjectId: off.id } })).toEqual([])
    const free = await aCard(app.needs, { plan: 'FREE', services: [google] })
    expect(await app.call('cards.components', { query: { subjectId: free.id } })).toEqual([])
  })

  test('a subject or version that is not there looks the same', async () => {
    const { id } = await aCard(app.needs)
    const missing = { problem: expect.objectContaining({ type: '/problems/card-not-found' }) }
    await expect(app.call('cards.services', { query: { subjectId: nobody } })).rejects.toMatchObject(missing)
    await expect(app.call('cards.services', { query: { subjectId: id, version: 'none' } })).rejects.toMatchObject(missing)
  })
})

describe('what the installation says', () => {
  test('API-1 homepage-settings hold the seven switches, all on', async () => {
    const settings = await app.call('cards.homepageSettings')
    expect(settings.map(({ Key, Value }) => [Key, Value])).toEqual(
      ['ShowName', 'ShowTitle', 'ShowCompanyName', 'ShowMobilePhone', 'ShowOfficePhone', 'ShowDirectPhone', 'ShowEmailAddress'].map(
        (key) => [key, true],
      ),
    )
  })

  test('API-1 e-card-settings name the services the pages ask for', async () => {
    expect((await app.call('cards.settings')).services).toMatchObject({ zillowReviews: 11, google: 3, realtor: 13 })
  })
})

describe('cards.qr', () => {
  test('draws a code for the card, and none for nobody', async () => {
    const { alias } = await aCard(app.needs)
    const answer = await app.ask(`/api/public/client-qr/${alias}/latest`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect((await app.ask('/api/public/client-qr/nobody/latest')).status).toBe(404)
  })
})

describe('what the owner does not show', () => {
  test('a tag line, a license, a video and an entry of the menu that are switched off leave nowhere', async () => {
    const { alias } = await aCard(app.needs, {
      videoUrl: 'https://films.example/secret.mp4',
      menus: [{ ...anEntry, key: 'own', label: 'Secret label', route: 'https://secret.example', show: false }],
      settings: { tagLine: { show: false, text: 'Secret line' }, licenseNumber: { show: false, number: 'Secret number' } },
    })
    expect(await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()).not.toMatch(/secret/i)
  })

  test('where the action button leads needs its right', async () => {
    const triggerAction = { key: 'book', route: 'https://secret.example', text: 'Book', type: 2 as const }
    const { alias } = await aCard(app.needs, { plan: 'FREE', settings: { triggerAction } })
    expect((await cardAt(alias)).settings.triggerAction).toBeNull()
  })

  test('a variant cannot switch on what is off, show what is hidden, or do more than its card', async () => {
    const { id, alias } = await aCard(app.needs, { isCardDisabled: true, plan: 'FREE', settings: { homepage: { ShowMobilePhone: false } } })
    const smuggled = {
      isCardDisabled: false,
      grantedRights: ['Reviews'],
      settings: { homepage: { ShowMobilePhone: true }, iconPack: 'round' },
    }
    await app.needs.changes.write((tx) => addVersion(tx, id, 'spring', smuggled, new Date()))
    expect(await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}/spring`)).json()).toMatchObject({
      carte: { isCardDisabled: true },
    })

    await changeCard(app.needs, id, { isCardDisabled: false })
    const card = await cardAt(alias, 'spring')
    expect(card.settings.iconPack).toBe('round')
    expect(card.phoneNumber).toBe('')
    expect(card.permissions & permissions.Reviews).toBe(0)
  })
})

const anEntry = {
  version: 3,
  type: 2 as const,
  cssClass: '',
  weight: 10,
  seoTitle: '',
  seoDescription: '',
  seoKeywords: '',
  editable: true,
}
