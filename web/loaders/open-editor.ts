import { data, type LoaderFunctionArgs } from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { readPublished } from '../features/editor/draft/edited.ts'
import { apiContext } from '../platform/router-context.ts'
import { loginAgain } from './login-again.ts'
import { readClaims } from './open-account.ts'
import type { CardNotFoundData } from './open-card.ts'
import { ownerOf, type Owner } from './owner-of.ts'

/** The owner's card for editing, even while it is disabled. Signed out: redirects to the login. Another owner's card: 404. */
export async function openEditor({ request, params, context }: LoaderFunctionArgs): Promise<{ editor: EditorAnswer; owner: Owner }> {
  const alias = params['alias'] ?? ''
  try {
    return await readEdited(context.get(apiContext), alias)
  } catch (thrown) {
    const status = isProblem(thrown) ? thrown.problem.status : 500
    if (status === 401) throw loginAgain(request, alias)
    if (status === 404 || status === 400 || status === 422) throw data<CardNotFoundData>({ missingAlias: alias }, { status: 404 })
    throw thrown
  }
}

/** The card as its owner edits it, and the owner. */
export async function readEdited(api: Api, alias: string): Promise<{ editor: EditorAnswer; owner: Owner }> {
  const editor = await api.call('cards.editor', { params: { alias } })
  const [claim, newContacts] = await Promise.all([readClaims(api, editor.key), countNewContacts(api, alias)])
  return { editor, owner: ownerOf({ ...readPublished(editor.published), ...editor, name: editor.fullName }, claim, newContacts) }
}

export async function countNewContacts(api: Api, alias: string): Promise<number> {
  const { metaData } = await api.call('contacts.search', {
    params: { page: 1, pageSize: 1, tag: 'none' },
    input: { alias, SearchFor: '', ConnectedClientStatus: 1 },
  })
  return metaData.totalCount
}
