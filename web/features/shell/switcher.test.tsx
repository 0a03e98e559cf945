import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WhoButton } from './switcher.tsx'

const who = { name: 'Alex Admin', email: 'alex@example.com', alias: null, cards: [], logoutHref: '/', privacyHref: '/' }

test('before there is a card, the account’s name says who is logged in, or its email', () => {
  expect(renderToStaticMarkup(<WhoButton who={who} />)).toContain('Alex Admin')
  expect(renderToStaticMarkup(<WhoButton who={{ ...who, name: '' }} />)).toContain('alex@example.com')
})
