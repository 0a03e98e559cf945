import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aContact } from '../../../../tests/samples/a-contact.ts'
import { ContactLead } from './contact-sheet.tsx'

test('a contact imported without a date was imported, not connected', () => {
  const lead = (isUndated: boolean) => renderToStaticMarkup(<ContactLead contact={aContact({ source: 'import', isUndated })} />)
  expect(lead(false)).toContain('Connected Jun 15')
  expect(lead(true)).toMatch(/<small>Imported<\/small>/)
})
