import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SettingsList } from './settings-list.tsx'

const draw = (about: { isOwner: boolean; alwaysShort: boolean }) =>
  renderToStaticMarkup(<SettingsList alias="maren" whatsNew={null} updates={null} {...about} />)

test('SHARE-4 a card that always uses short links has no switch, and its owner reads why', () => {
  expect(draw({ isOwner: false, alwaysShort: false })).toContain('checkbox')
  const visitors = draw({ isOwner: false, alwaysShort: true })
  expect(visitors).not.toMatch(/checkbox|Short link/)
  const owners = draw({ isOwner: true, alwaysShort: true })
  expect(owners).toContain('Short links are always on for this card')
  expect(owners).not.toContain('checkbox')
})
