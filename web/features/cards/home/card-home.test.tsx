import { layouts } from '#common/layouts.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { anOpenCard, aService, aSite } from '../../../../tests/samples/a-card.ts'
import { CardFrame } from '../frame/card-frame.tsx'
import { CardHome } from './card-home.tsx'
import { frameView } from '../frame/frame-view.ts'
import { homeView } from './home-view.ts'

const t = translatorFor('en')

function draw(...overrides: Parameters<typeof anOpenCard>) {
  const open = anOpenCard(...overrides)
  const frame = frameView(open, t, aSite)
  const view = homeView(open, t, aSite)
  return renderToStaticMarkup(
    <MemoryRouter>
      <CardFrame frame={frame} page="home" share={null} part={(_, otherwise) => otherwise}>
        <CardHome view={view} frame={frame} />
      </CardFrame>
    </MemoryRouter>,
  )
}

describe.each(layouts)('the home page in the layout $name', ({ theme }) => {
  const eCardTheme = `my ${theme} card`

  test('HOME-1 has one h1, the name, and all fields of the card', () => {
    const html = draw({ eCardTheme }, { services: [aService()] })
    expect(html.match(/<h1/g)).toHaveLength(1)
    const wanted = [
      'Maren Holloway',
      'Broker Associate',
      'Finding people the light',
      'BA-918204',
      'Harbor &amp; Pine Realty',
      'ADD TO CONTACTS',
    ]
    for (const text of [
      ...wanted,
      'tel:+12075550142',
      'tel:+12075550118',
      'tel:+12075550167',
      'mailto:maren.holloway@example.com',
      'instagram.example',
    ]) {
      expect(html).toContain(text)
    }
  })

  test('HOME-1 renders a card with only a name', () => {
    const empty = { title: '', bio: '', companyName: '', phoneNumber: '', officePhoneNumber: '', directPhoneNumber: '', emailAddress: '' }
    const pictures = { profile: null, cutout: null, logo: null, background: null, card: null }
    const html = draw({
      eCardTheme,
      ...empty,
      pictures,
      settings: { tagLine: { show: false, text: '' }, licenseNumber: { show: false, number: '' } },
    })
    expect(html).toContain('>MH<')
    expect(html).not.toContain('class="rows"')
  })

  test('HOME-1 hideProfileImageOnHomepage hides the picture', () => {
    expect(draw({ eCardTheme })).toContain('Photo of Maren Holloway')
    expect(draw({ eCardTheme, hideProfileImageOnHomepage: true })).not.toContain('Photo of')
  })

  test('HOME-9 a team’s page says Us', () => {
    const html = draw({ eCardTheme, profile: 2 })
    expect(html).toContain('Call us')
    expect(html).toContain('About Us')
    expect(html).not.toMatch(/\b(Call|Email|Message) me\b|About Me|With Me/)
  })

  test('carries no style attribute, no handler and no script', () => {
    expect(draw({ eCardTheme }, { services: [aService()] })).not.toMatch(/ style=| on[a-z]+=|<script/)
  })

  test('escapes the owner’s text', () => {
    const html = draw({ eCardTheme, fullName: '<script>alert(1)</script>', bio: '<img src=x onerror=alert(1)>' })
    expect(html).not.toMatch(/<script>alert|<img src=x/)
  })
})

test('NAV-1 every panel opens and closes without script', () => {
  const html = draw()
  const targets = new Set([...html.matchAll(/popoverTarget="(\w+)"/gi)].map(([, id]) => id))
  expect([...targets].toSorted()).toEqual(['menu', 'qr', 'share'])
  for (const id of ['menu', 'qr']) expect(html).toContain(`id="${id}" popover="auto"`)
})
