import { expect, test } from 'vitest'
import { laterSayer } from '../../i18n/catalogues.ts'
import { words } from '../../platform/connection/watch-connection.ts'

test.each(['en', 'fr', 'ro'] as const)(
  'the first script reports a lost connection in the words of the catalogue (%s)',
  async (language) => {
    const say = await laterSayer(language === 'fr' ? 'fr-FR' : language)
    expect(words[language]).toEqual([say('reach.noInternet'), say('reach.limited', { product: '{product}' })])
  },
)
