import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SettingsList } from './settings-list.tsx'

const draw = (about: { isOwner: boolean; alwaysShort: boolean; hasLanguages?: boolean }) =>
  renderToStaticMarkup(<SettingsList alias="maren" hasLanguages={false} whatsNew={null} updates={null} {...about} />)

test('SHARE-4 a card with only short links has no switch, and its owner reads why', () => {
  expect(draw({ isOwner: false, alwaysShort: false })).toContain('checkbox')
  const visitors = draw({ isOwner: false, alwaysShort: true })
  expect(visitors).not.toMatch(/checkbox|Short link/)
  const owners = draw({ isOwner: true, alwaysShort: true })
  expect(owners).toContain('Short links are always on for this card')
  expect(owners).not.toContain('checkbox')
})

test('LANG-1 EnableTranslations lets visitors choose a language, without a script', () => {
  const visitors = { isOwner: false, alwaysShort: false }
  expect(draw({ ...visitors, hasLanguages: false })).not.toContain('name="language"')
  const html = draw({ ...visitors, hasLanguages: true })
  expect(html).toMatch(/<form method="post"><select[^>]* name="language"/)
  expect(html).toContain('<option value="ro" lang="ro">Română</option>')
})
