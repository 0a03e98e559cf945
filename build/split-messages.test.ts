import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleOf } from '../tests/samples/bundle-of.ts'
import { inEachLanguage, keysIn, splitMessages } from './split-messages.ts'

test('finds the keys that a module names, and those that match a template', () => {
  const keys = ['a.one', 'a.two', 'b.one.title', 'b.title', 'c.one']
  expect([...keysIn('t("a.one"); t(`b.${name}.title`)', keys)]).toEqual(['a.one', 'b.one.title'])
  expect([...keysIn("const label = 'c.one'; t(`a.${name}`)", keys)]).toEqual(['a.one', 'a.two', 'c.one'])
})

test('LANG-1 inlines messages in every language, once for equal variants', () => {
  expect(inEachLanguage('reach.noInternet')).toMatchObject({
    en: 'No Internet Connection',
    fr: 'Pas de connexion Internet',
    ro: 'Fără conexiune la internet',
  })
  expect(inEachLanguage('login.new')).toMatchObject({ 'fr-FR': 'Nouveau ici\u202F?', fr: 'Nouveau ici?' })
  for (const message of Object.values(inEachLanguage('reach.limited'))) expect(message).toContain('{product}')
  for (const message of Object.values(inEachLanguage('reach.slow'))) expect(message).toBeTypeOf('string')
})

test('a message is in the first part whose modules name it', async () => {
  const loader = fileURLToPath(new URL('../web/i18n/load-catalog.ts', import.meta.url))
  const files = {
    '/web/page.js': `import { loadCatalog } from ${JSON.stringify(loader)}; import('/web/editor.js'); loadCatalog(t('reach.limited'))`,
    '/web/editor.js': `loadMessages(language).then(() => t('reach.limited', 'login.new'))`,
  }
  const chunks = await bundleOf(files, [splitMessages((id) => (id === '/web/page.js' ? 'pages' : 'account'))])
  const codeOf = (end: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))?.code ?? ''

  expect(codeOf('messages-en-US-card')).toContain('"reach.limited"')
  expect(codeOf('messages-en-US-card')).not.toContain('"login.new"')
  expect(codeOf('messages-en-US-account')).toContain('"login.new"')
  expect(codeOf('messages-en-US-account')).not.toContain('"reach.limited"')
  expect(codeOf('/web/editor.js')).toContain('loadMessages(language, 2)')
})
