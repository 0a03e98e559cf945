import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WhoButton } from './switcher.tsx'

const who = { name: 'Alex Admin', email: 'alex@example.com', alias: null, cards: [], logoutHref: '/', privacyHref: '/' }

test('before there is a card, the account’s name says who is logged in, or its email', () => {
  expect(renderToStaticMarkup(<WhoButton who={who} />)).toContain('Alex Admin')
  expect(renderToStaticMarkup(<WhoButton who={{ ...who, name: '' }} />)).toContain('alex@example.com')
})

test('an area with a role of its own shows that instead of the card’s address', () => {
  const cards = [{ alias: 'maren', name: 'Maren Holloway', portrait: null, isOn: true, isAvailable: true, href: '/account' }]
  const ofCard = { ...who, cards, alias: 'maren' }
  expect(renderToStaticMarkup(<WhoButton who={ofCard} />)).toContain('/maren</span>')
  const admin = renderToStaticMarkup(<WhoButton who={{ ...ofCard, role: 'Administrator' }} />)
  expect(admin).toContain('Administrator')
  expect(admin).not.toContain('/maren')
})
