import { describe, expect, test } from 'vitest'
import { anOpenCard, aService } from '../../../../tests/samples/a-card.ts'
import { connectView } from './connect-view.ts'
import { handleOf } from './connect-view.ts'

const view = (...services: Parameters<typeof aService>[0][]) => connectView(anOpenCard({}, { services: services.map(aService) }))

describe('connectView', () => {
  test('CON-1 one row per enabled service with a link, in the owner’s order', () => {
    const { rows } = view(
      { gradeServiceId: 1, serviceName: 'Zillow', weight: 20 },
      { gradeServiceId: 2, serviceName: 'Instagram', weight: 10 },
      { gradeServiceId: 3, serviceName: 'Yelp', directLink: '' },
      { gradeServiceId: 4, serviceName: 'Vimeo', ignoreService: true },
      { gradeServiceId: 5, serviceName: 'Better Business Bureau', serviceCapabilities: 4 },
    )
    expect(rows.map(({ name }) => name)).toEqual(['Instagram', 'Zillow'])
  })

  test('CON-1 WhatsApp can be opened and copied, but not shared', () => {
    const [whatsapp, instagram] = view({ serviceName: 'Whatsapp', directLink: 'https://wa.me/12075550142' }, { weight: 2 }).rows
    expect([whatsapp?.isShared, instagram?.isShared]).toEqual([false, true])
  })

  test('Facebook Business is called Facebook, except beside a Facebook with a link', () => {
    const business = { gradeServiceId: 5, serviceName: 'Facebook Business' }
    const namesBeside = (directLink: string) =>
      view({ gradeServiceId: 4, serviceName: 'Facebook', directLink, weight: 2 }, business).rows.map(({ name }) => name)
    expect(namesBeside('')).toEqual(['Facebook'])
    expect(namesBeside('https://facebook.com/maren')).toEqual(['Facebook Business', 'Facebook'])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://bank.example@evil.example'])('%s is no row', (directLink) => {
    expect(view({ directLink }).rows).toEqual([])
  })

  test('renders two hundred services', () => {
    expect(view(...Array.from({ length: 200 }, (_, id) => ({ gradeServiceId: id }))).rows).toHaveLength(200)
  })
})

describe('handleOf', () => {
  test.each([
    ['https://www.instagram.com/marenathome', '@marenathome'],
    ['https://www.instagram.com/marenathome/?hl=en', '@marenathome'],
    ['https://www.tiktok.com/@oyelaranteam', '@oyelaranteam'],
    ['https://x.com/maren', '@maren'],
    ['https://www.youtube.com/@harborhours', '@harborhours'],
    ['https://www.linkedin.com/in/marenholloway', 'in/marenholloway'],
    ['https://www.facebook.com/marenhollowayhomes', 'marenhollowayhomes'],
    ['https://www.facebook.com/profile.php?id=100', 'facebook.com'],
    ['https://www.zillow.com/profile/marenholloway/', 'marenholloway'],
    ['https://maps.google.com/?cid=2075550142', 'maps.google.com'],
    ['https://wa.me/12075550142', '(207) 555-0142'],
    ['https://wa.me/4915112345678', '+4915112345678'],
    ['https://api.whatsapp.com/send?phone=12075550142', '(207) 555-0142'],
    ['https://harborpine.example/', 'harborpine.example'],
    ['https://yelp.com/biz/%D9%85%D8%B1%D9%8A%D9%85', 'مريم'],
    ['https://yelp.com/biz/%E0%A4%A', '%E0%A4%A'],
    ['https://instagram.com/p/Cxyz123', 'instagram.com'],
    ['not a link', ''],
  ])('%s has the handle %s', (link, handle) => {
    expect(handleOf(link)).toBe(handle)
  })
})
