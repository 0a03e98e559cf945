import { describe, expect, test } from 'vitest'
import { Card, type CardSubscription } from '#contract/cards/cards.ts'
import { permissions } from '#contract/permissions.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, theApp } from '../../tests/harness/app.ts'
import { addVersion } from './editor/add-version.ts'
import { changeCard } from './editor/change-card.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'

const app = await theApp()

const dayMs = 86_400_000
const unknownId = '018f0000-0000-7000-8000-000000000000'
const someoneWith = async (fields: CardFields & { plan?: 'FREE' | 'PRO' }) => cardAt((await aCard(app.deps, fields)).alias)

async function cardAt(alias: string, version?: string): Promise<Card> {
  const answer = await app.call('cards.read', { params: { alias, version } })
  // Parsing checks every field against the contract.
  return Card.parse(answer['{product}'])
}

describe('cards.read', () => {
  test('API-1 returns the card under the product’s name, with its subscription', async () => {
    const { alias } = await aCard(app.deps, { firstName: 'Zoë', lastName: 'Ng' })
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

  test('is not cached beyond the end of the plan', async () => {
    let ms = 0
    await using timed = await anApp({ nowMs: () => ms, outside: { clock: { now: () => new Date(Date.UTC(2026, 0, 1) + ms) } } })
    const { alias } = await aCard(timed.deps)
    const isActive = async () => (await timed.call('cards.read', { params: { alias } })).subscription.isActive
    ms = 31 * dayMs - 600_000
    expect(await isActive()).toBe(true)
    ms += 600_001
    expect(await isActive()).toBe(false)
  })

  test('finds an alias in any case', async () => {
    const { alias } = await aCard(app.deps)
    expect((await cardAt(alias.toUpperCase())).alias).toBe(alias)
  })

  test('a named version overrides published values; an unknown one is 404', async () => {
    const { id, alias } = await aCard(app.deps, { title: 'Broker', bio: 'As ever.' })
    await app.deps.changes.write((tx) => addVersion(tx, id, 'spring', { title: 'Spring broker' }, new Date()))

    expect(await cardAt(alias, 'spring')).toMatchObject({ title: 'Spring broker', bio: 'As ever.', stringVersion: 'spring' })
    expect(await cardAt(alias)).toMatchObject({ title: 'Broker', stringVersion: '' })
    await expect(cardAt(alias, 'autumn')).rejects.toMatchObject({ problem: { type: '/problems/card-not-found' } })
  })

  test('finds a version in any letter case; an exact match comes first', async () => {
    const { id, alias } = await aCard(app.deps, { title: 'Broker' })
    await app.deps.changes.write((tx) => addVersion(tx, id, 'Spring', { title: 'Spring broker' }, new Date()))
    expect(await cardAt(alias, 'SPRING')).toMatchObject({ title: 'Spring broker', stringVersion: 'Spring' })
    await expect(app.call('cards.services', { query: { subjectId: id, version: 'SPRING' } })).resolves.toEqual([])

    await app.deps.changes.write((tx) => addVersion(tx, id, 'spring', { title: 'Another' }, new Date()))
    expect(await cardAt(alias, 'spring')).toMatchObject({ title: 'Another', stringVersion: 'spring' })
    expect(await cardAt(alias, 'Spring')).toMatchObject({ title: 'Spring broker', stringVersion: 'Spring' })
  })

  test.each([
    ['turned off', { eCardEnabled: false }, false],
    ['taken down', { isCardDisabled: true }, true],
  ])('ACCESS-2 a card that is %s returns only the name', async (_, state, isTakenDown) => {
    const { alias } = await aCard(app.deps, { firstName: 'Anselm', lastName: 'Grove', ...state })
    const answer = await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()

    expect(JSON.parse(answer).carte).toEqual({
      alias,
      fullName: 'Anselm Grove',
      profile: 1,
      isCardDisabled: true,
      eCardEnabled: false,
      isDemo: false,
      isTakenDown,
    })
  })

  test('HOME-2 a hidden phone or email is never sent', async () => {
    const hidden = { ShowMobilePhone: false, ShowOfficePhone: false, ShowDirectPhone: false, ShowEmailAddress: false }
    const { alias } = await aCard(app.deps, { telPhoneNumber: '+12075550101', settings: { homepage: hidden } })
    const answer = await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()

    expect(answer).not.toMatch(/555-?01|ada@example/)
  })

  test('API-1 an empty version means the published card, like its stringVersion', async () => {
    const { id, alias } = await aCard(app.deps, { services: [{ gradeServiceId: 7, directLink: 'https://one.example/' }] })
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

  test('HOME-2 a hidden name, title or company is never sent', async () => {
    const names = { firstName: 'Wilhelmina', lastName: 'Quist', title: 'Bellwether', companyName: 'Thornfield' }
    const { alias } = await aCard(app.deps, {
      ...names,
      settings: { homepage: { ShowName: false, ShowTitle: false, ShowCompanyName: false } },
    })
    const other = await aCard(app.deps, { settings: { homepage: { ShowName: false, ShowCompanyName: false } } })
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

  test('fields without permission are never sent', async () => {
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

  test('ACCESS-3 permission bits follow the plan; a revoked one isn’t part of another', async () => {
    const free = await someoneWith({ plan: 'FREE' })
    expect(free.permissions & permissions.CustomMenus).toBe(0)
    const paid = await someoneWith({ plan: 'PRO', revokedRights: ['CustomMenus'] })
    expect(paid.permissions & permissions.CustomMenus).toBe(0)
    expect(paid.permissions & permissions.About).toBe(permissions.About)
  })

  test('a response contains nothing of another card', async () => {
    await aCard(app.deps, { bio: 'Only in the other card' })
    const { alias } = await aCard(app.deps, { bio: 'Mine' })
    expect(await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()).not.toContain('Only in the other card')
  })

  test('every change increments the revision', async () => {
    const { id, alias } = await aCard(app.deps)
    const before = (await cardAt(alias)).revision
    await changeCard(app.deps, id, { title: 'New' })
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

  test('API-1 return the card’s links in the owner’s order, with catalog names', async () => {
    const { id } = await aCard(app.deps, { services: [instagram, google] })
    const services = await app.call('cards.services', { query: { subjectId: id } })

    expect(services.map(({ serviceName, directLink }) => [serviceName, directLink])).toEqual([
      ['Google Business', google.directLink],
      ['Instagram', instagram.directLink],
    ])
    expect(await app.call('cards.components', { query: { subjectId: id, templateId: 1 } })).toEqual([
      { gradeServiceId: 3, gradeComponentId: 1, currentValue: google.reviewLink },
    ])
  })

  test('are empty for a disabled card, and without review links if not permitted', async () => {
    const off = await aCard(app.deps, { services: [instagram], isCardDisabled: true })
    expect(await app.call('cards.services', { query: { subjectId: off.id } })).toEqual([])
    const free = await aCard(app.deps, { plan: 'FREE', services: [google] })
    expect(await app.call('cards.components', { query: { subjectId: free.id } })).toEqual([])
  })

  test('a missing subject and a missing version answer the same', async () => {
    const { id } = await aCard(app.deps)
    const missing = { problem: expect.objectContaining({ type: '/problems/card-not-found' }) }
    await expect(app.call('cards.services', { query: { subjectId: unknownId } })).rejects.toMatchObject(missing)
    await expect(app.call('cards.services', { query: { subjectId: id, version: 'none' } })).rejects.toMatchObject(missing)
  })
})

describe('installation settings', () => {
  test('API-1 homepage-settings has the seven switches, all on', async () => {
    const settings = await app.call('cards.homepageSettings')
    expect(settings.map(({ Key, Value }) => [Key, Value])).toEqual(
      ['ShowName', 'ShowTitle', 'ShowCompanyName', 'ShowMobilePhone', 'ShowOfficePhone', 'ShowDirectPhone', 'ShowEmailAddress'].map(
        (key) => [key, true],
      ),
    )
  })

  test('API-1 e-card-settings names the services that pages use', async () => {
    expect((await app.call('cards.settings')).services).toMatchObject({ zillowReviews: 11, google: 3, realtor: 13 })
  })
})

describe('cards.qr', () => {
  test('returns a code for a card, and 404 for a missing one', async () => {
    const { alias } = await aCard(app.deps)
    const answer = await app.ask(`/api/public/client-qr/${alias}/latest`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect((await app.ask('/api/public/client-qr/no-such-card/latest')).status).toBe(404)
  })
})

describe('hidden values', () => {
  test('a hidden tag line, license, video and menu entry are never sent', async () => {
    const { alias } = await aCard(app.deps, {
      videoUrl: 'https://films.example/secret.mp4',
      menus: [{ ...anEntry, key: 'own', label: 'Secret label', route: 'https://secret.example', show: false }],
      settings: { tagLine: { show: false, text: 'Secret line' }, licenseNumber: { show: false, number: 'Secret number' } },
    })
    expect(await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()).not.toMatch(/secret/i)
  })

  test('the action button’s target requires its permission', async () => {
    const triggerAction = { key: 'book', route: 'https://secret.example', text: 'Book', type: 2 as const }
    const { alias } = await aCard(app.deps, { plan: 'FREE', settings: { triggerAction } })
    expect((await cardAt(alias)).settings.triggerAction).toBeNull()
  })

  test('a version can’t enable, unhide or permit more than its card', async () => {
    const { id, alias } = await aCard(app.deps, { isCardDisabled: true, plan: 'FREE', settings: { homepage: { ShowMobilePhone: false } } })
    const smuggled = {
      isCardDisabled: false,
      grantedRights: ['Reviews'],
      settings: { homepage: { ShowMobilePhone: true }, iconPack: 'round' },
    }
    await app.deps.changes.write((tx) => addVersion(tx, id, 'spring', smuggled, new Date()))
    expect(await (await app.ask(`/remote/api/public/e-card-by-alias/${alias}/spring`)).json()).toMatchObject({
      carte: { isCardDisabled: true },
    })

    await changeCard(app.deps, id, { isCardDisabled: false })
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

describe('cards.find', () => {
  const found = async (search: string) => (await app.call('cards.find', { query: { search } })).map(({ alias }) => alias)

  test('finds listed cards by all words of their name, company or alias', async () => {
    const { alias } = await aCard(app.deps, { alias: 'find-tamsin', fullName: 'Tamsin Oakley', companyName: 'Ferry Point Realty' })
    for (const search of ['tamsin OAKLEY', 'Oakley Ferry', 'find-tam', ' oakley  x ']) expect(await found(search), search).toEqual([alias])
    expect(await found('Tamsin Holloway')).toEqual([])
    expect(await found('ta')).toEqual([])
  })

  test('finds names in any case, with and without accents', async () => {
    const { alias } = await aCard(app.deps, { fullName: 'José Papadópoulos', companyName: 'ΝΙΚΟΣ Straße' })
    for (const search of ['jose PAPADOPOULOS', 'José', 'Νίκος', 'STRASSE']) expect(await found(search), search).toEqual([alias])
  })

  test('finds no card that is unlisted or off, and none by what it hides', async () => {
    const fullName = 'Quillan Brackenridge'
    await aCard(app.deps, { fullName, isListed: false })
    await aCard(app.deps, { fullName, eCardEnabled: false })
    await aCard(app.deps, { fullName, isCardDisabled: true })
    await aCard(app.deps, { fullName: 'Someone Else', emailAddress: 'brackenridge@example.com' })
    await aCard(app.deps, {
      fullName: 'Someone Else',
      companyName: 'Bräckenridge Homes',
      settings: { homepage: { ShowCompanyName: false } },
    })
    for (const search of ['Brackenridge', 'BRÄCKENRIDGE']) expect(await found(search), search).toEqual([])
  })

  test('lists ten at most', async () => {
    for (let number = 0; number < 12; number++) await aCard(app.deps, { companyName: 'Winterbourne Partners' })
    expect(await found('winterbourne')).toHaveLength(10)
  })
})
