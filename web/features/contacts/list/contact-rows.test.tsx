import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ConnectedClient } from '#contract/contacts.ts'
import { aContact } from '../../../../tests/samples/a-contact.ts'
import { ContactRow } from './contact-rows.tsx'

const row = (contact: Partial<ConnectedClient>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ContactRow contact={aContact(contact)} href="/ada/my-contacts" isSelected={null} hasCompany={false} />
    </MemoryRouter>,
  )

test('MYC-1 a row has how the contact came to the card, if that is known', () => {
  expect(row({ via: 'qr' })).toContain('<span class="contact-via">QR code</span>')
  expect(row({ via: null })).not.toContain('contact-via')
})

test('MYC-1 a row has two labels and the number of the others, which it names', () => {
  const html = row({ tags: 'Buyer,Seller,Lender,Neighbor' })
  expect(html).toMatch(/>Buyer<.*>Seller<.*>\+(?:<!-- -->)?2</)
  expect(html).toContain('<span class="sr-only">Lender, Neighbor</span>')
  expect(row({ tags: 'Buyer,Seller' })).not.toMatch(/>\+\d/)
})
