import { expect, test } from 'vitest'
import { loadMessages } from '../../i18n/use-translate.ts'
import { words } from '../../platform/connection/watch-connection.ts'

test.each(['en', 'fr', 'ro'] as const)(
  'the first script reports a lost connection in the words of the catalogue (%s)',
  async (language) => {
    const t = await loadMessages(language === 'fr' ? 'fr-FR' : language)
    expect(words[language]).toEqual([t('reach.noInternet'), t('reach.limited', { product: '{product}' })])
  },
)
