import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { LanguageContext, loadMessages } from '../../../i18n/use-translate.ts'
import type { Language } from '#contract/languages.ts'
import type { AdminError, CardView } from '../admin-view.ts'
import { CardPermissions } from './card-permissions.tsx'

const card = {
  alias: 'ruth',
  plan: 'FREE',
  granted: [],
  revoked: [],
  rights: [],
  experiments: [
    { name: 'DebugTour', enabled: true },
    { name: 'OfAnotherVersion', enabled: false },
  ],
} as unknown as CardView

const render = (error: AdminError | null, language: Language = 'en') =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LanguageContext value={language}>
        <CardPermissions card={card} show="" q="" error={error} />
      </LanguageContext>
    </MemoryRouter>,
  )
const isChecked = (html: string, name: string, value: string) =>
  (html.match(/<input[^>]*>/g) ?? []).some(
    (one) => one.includes(`name="${name}"`) && one.includes(`value="${value}"`) && one.includes('checked=""'),
  )
const switchOf = (html: string, name: string) =>
  (html.match(/<input[^>]*role="switch"[^>]*>/g) ?? []).find((one) => one.includes(`name="experiment ${name}"`))

test('every experiment that is shown is posted, on or off', () => {
  const html = render(null)
  for (const name of ['DebugTour', 'DebugLogs', 'OfAnotherVersion'])
    expect(html).toContain(`<input type="hidden" name="experiment ${name}" value="off"/>`)
  expect(switchOf(html, 'DebugTour')).toContain('checked')
  expect(switchOf(html, 'OfAnotherVersion')).not.toContain('checked')
})

test('after a save that was refused, what was chosen is still chosen', () => {
  const typed = { 'experiment DebugTour': 'off', 'experiment DebugLogs': 'on', Connect: 'grant' }
  const html = render({ message: 'Try again.', errors: {}, typed })
  expect(switchOf(html, 'DebugTour')).not.toContain('checked')
  expect(switchOf(html, 'DebugLogs')).toContain('checked')
  expect(isChecked(html, 'Connect', 'grant')).toBe(true)
  expect(isChecked(render(null), 'Connect', 'grant')).toBe(false)
})

test('unsaved changes are listed with the punctuation of the language', async () => {
  await loadMessages('fr-FR')
  const typed = { Reviews: 'grant', ReviewMe: 'revoke' }
  expect(render({ message: '', errors: {}, typed })).toContain('Reviews: Always · Asking for reviews: Never')
  expect(render({ message: '', errors: {}, typed }, 'fr-FR')).toMatch(/Avis\s: Toujours · Demande d’avis\s: Jamais/)
})
