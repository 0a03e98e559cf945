import { expect, test } from 'vitest'
import { keysIn } from './split-messages.ts'
import { inEachLanguage } from './split-messages.ts'

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
