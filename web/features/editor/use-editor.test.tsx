import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LanguageContext, loadMessages } from '../../i18n/use-translate.ts'
import { createDraftServer } from './draft/draft-server.ts'
import { createDraftStorage } from './draft/draft-storage.ts'
import { createDraftStore } from './draft/draft-store.ts'
import { readPublished } from './draft/edited.ts'
import { EditorContext, useEntryIssues } from './use-editor.ts'

const Issues = () => [...useEntryIssues('menus.1')].map(([field, message]) => <p key={field}>{`${field}: ${message}`}</p>)

test('ACCOUNT-2 an entry names its issues by field, in the reader’s language', async () => {
  await loadMessages('fr-FR')
  const issues = ['menus.1.route', 'menus.10.route'].map((path) => ({ path, code: 'linkInvalid' }))
  const draft = { revision: 1, published: readPublished({}), patch: {}, issues, savedAt: null }
  const server = createDraftServer(() => Promise.reject(new Error('No request is expected.')), 'maren')
  const store = createDraftStore(draft, { server, storage: createDraftStorage('maren') })
  const facts = {
    id: '1',
    alias: 'maren',
    cardKey: 'maren',
    permissions: 0,
    isDisabled: false,
    isActive: true,
    serviceKinds: [],
    upgradeHref: '/',
  }
  const html = renderToStaticMarkup(
    <LanguageContext value="fr-FR">
      <EditorContext value={{ store, facts }}>
        <Issues />
      </EditorContext>
    </LanguageContext>,
  )
  expect(html).toBe('<p>route: Saisissez une adresse web valide qui commence par https://</p>')
})
