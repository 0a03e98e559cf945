import { pathTo } from '#common/path-to.ts'
import { data, type LoaderFunctionArgs } from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { initialsOf } from '#common/text/initials.ts'
import { readPublished } from '../features/editor/draft/edited.ts'
import { apiContext } from '../platform/router-context.ts'
import { loginAgain } from './login-again.ts'
import type { CardNotFoundData } from './open-card.ts'
import { ownerPermissions } from './owner-permissions.ts'
import type { Owner } from './open-owner.ts'

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
  const [claims, fresh] = await Promise.all([
    api.call('accounts.user', { query: { uId: editor.key } }),
    api.call('contacts.search', {
      params: { page: 1, pageSize: 1, tag: 'none' },
      input: { alias, SearchFor: '', ConnectedClientStatus: 1 },
    }),
  ])
  const claim = (type: string) => String(claims.find((one) => one.type === type)?.value ?? '')
  return { editor, owner: ownerOf(editor, { claim, newContacts: fresh.metaData.totalCount }) }
}

type OwnerFacts = { claim(type: string): string; newContacts: number }

function ownerOf(
  { id, key, alias, fullName, permissions, subscription, published }: EditorAnswer,
  { claim, newContacts }: OwnerFacts,
): Owner {
  const { profile, pictures, experiments } = readPublished(published)
  const portrait = pictures.profile
  return {
    alias,
    cardId: id,
    cardKey: key,
    cardName: fullName,
    name: claim('name'),
    email: claim('email'),
    initials: initialsOf(fullName),
    portrait: portrait ? { src: `${pathTo('media.profileImage', { alias, version: portrait.revision })}?w=220` } : null,
    isTeam: profile === 2,
    isActive: subscription.isActive,
    subscription,
    may: ownerPermissions(permissions),
    experiments: experiments.flatMap(({ name, enabled }) => (enabled ? [name] : [])),
    newContacts,
    logoutHref: claim('bff:logout_url'),
    off: null,
  }
}
