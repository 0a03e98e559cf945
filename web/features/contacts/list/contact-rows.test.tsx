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
