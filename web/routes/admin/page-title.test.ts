import { expect, test } from 'vitest'
import { anyCardHref, placeHref, placesOf } from '../../features/admin/admin-places.ts'
import type { AdminView } from '../../features/admin/admin-view.ts'
import { loadMessages } from '../../i18n/use-translate.ts'
import { pageTitle } from './page-title.ts'

const t = await loadMessages('en-US')
const titleOf = (href: string, view: object = {}) => pageTitle(view as AdminView, href.slice('/admin/'.length), { t, productName: 'Carte' })

test('each place of the admin has a title of its own', () => {
  const titles = placesOf(true).map(({ path }) => titleOf(placeHref(path)))
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles).toContain('Overview | Admin | Carte')
  expect(titles).toContain('Cards | Admin | Carte')
})

test('a page about one thing is titled with it first', () => {
  const card = { alias: 'ruth', fullName: 'Ruth Brown' }
  expect(titleOf(anyCardHref('ruth'), { page: 'card', tab: '', card })).toBe('Ruth Brown | Cards | Admin | Carte')
  expect(titleOf(anyCardHref('ruth', 'plan'), { page: 'card', tab: 'plan', card })).toBe(
    'Plan and payments | Ruth Brown | Cards | Admin | Carte',
  )
  expect(titleOf('/admin/mail/1', { page: 'mail', mail: { subject: '' } })).toBe('No subject | Mail | Admin | Carte')
  expect(titleOf('/admin/reports', { page: 'reports', isClosed: true })).toBe('Closed reports | Reports | Admin | Carte')
  expect(titleOf('/admin/nothing-here', { page: 'missing', what: 'page' })).toBe('No such admin page | Admin | Carte')
  expect(titleOf('/admin/mail/1', { page: 'missing', what: 'mail' })).toBe('No such email | Admin | Carte')
})
