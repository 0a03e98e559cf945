import { describe, expect, test } from 'vitest'
import type { DraftService } from '#contract/cards/drafts.ts'
import { connectView } from '../../../cards/pages/connect-view.ts'
import { aService as aVisibleService, anOpenCard } from '../../../../../tests/samples/a-card.ts'
import { homeTiles } from '../../../cards/services/services.ts'
import { aService, type Kind } from './paste-links.ts'
import { placesOf } from './links-section.tsx'
import { serviceIn } from './use-services.ts'

const capabilities = { everywhere: 29, connect: 8, reviews: 4, website: 40, nothing: 0 }
const kinds: Kind[] = [
  ...[1, 2, 3, 4, 5, 6, 7].map((id) => ({ gradeServiceId: id, serviceName: `Service ${id}`, capabilities: capabilities.everywhere })),
  { gradeServiceId: 20, serviceName: 'Connect only', capabilities: capabilities.connect },
  { gradeServiceId: 21, serviceName: 'Reviews only', capabilities: capabilities.reviews },
  { gradeServiceId: 22, serviceName: 'Website', capabilities: capabilities.website },
  { gradeServiceId: 25, serviceName: 'Home worth', capabilities: capabilities.nothing },
  { gradeServiceId: 26, serviceName: 'Search', capabilities: capabilities.nothing },
]
const linked = (id: number, changes: Partial<DraftService> = {}) => ({ ...aService(id, `https://example.com/${id}`), ...changes })
const places = (services: DraftService[]) => placesOf(services, kinds, 25)

/** The same list as a visitor's page gets it. */
const publicView = (services: DraftService[]) =>
  services
    .filter(({ ignoreService }) => !ignoreService)
    .map(({ gradeServiceId, directLink }, place) =>
      aVisibleService({
        gradeServiceId,
        directLink,
        weight: place,
        serviceName: kinds.find((kind) => kind.gradeServiceId === gradeServiceId)?.serviceName ?? '',
        serviceCapabilities: kinds.find((kind) => kind.gradeServiceId === gradeServiceId)?.capabilities ?? 0,
      }),
    )

describe('ACCOUNT-2 where a link appears', () => {
  test.each([
    ['as many as fit', [1, 2, 3, 4, 5]],
    ['more than fit', [7, 6, 5, 4, 3, 2, 1]],
    ['some of another kind between', [20, 1, 22, 2, 21, 3, 4, 5]],
  ])('is what the card shows: %s', (_, ids) => {
    const services = ids.map((id) => linked(id))
    const result = places(services)
    const named = (place: 'tile' | 'connect') =>
      services.filter(({ gradeServiceId }) => result.get(gradeServiceId)?.includes(place)).map(({ directLink }) => directLink)
    expect(named('tile')).toEqual(homeTiles(publicView(services)).tiles.map(({ href }) => href))
    expect(named('connect')).toEqual(connectView(anOpenCard({}, { services: publicView(services) })).rows.map(({ href }) => href))
  })

  test('a hidden link or one without an address takes no tile on the home page', () => {
    const services = [linked(1, { ignoreService: true }), linked(2, { directLink: '' }), ...[3, 4, 5, 6, 7].map((id) => linked(id))]
    const result = places(services)
    expect(result.get(1)).toEqual(['hidden'])
    expect(result.get(2)).toEqual(['noLink', 'review'])
    expect(result.get(7)).toEqual(['tile', 'connect', 'review'])
  })

  test('the website is on Connect and next to Add To Contacts, home value in the menu', () => {
    const result = places([linked(22), linked(25), linked(26)])
    expect(result.get(22)).toEqual(['connect', 'website'])
    expect(result.get(25)).toEqual(['homeValue'])
    expect(result.get(26)).toEqual(['nowhere'])
  })
})

test.each([
  ['#service-12', { id: 12, field: 'link' }],
  ['#service-12-review', { id: 12, field: 'review' }],
  ['#service-', null],
  ['#field-bio', null],
])('an address that ends with %s opens %o', (hash, service) => expect(serviceIn(hash)).toEqual(service))
