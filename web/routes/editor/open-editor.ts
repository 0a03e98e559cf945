import { pathTo } from '#common/path-to.ts'
import { data, type LoaderFunctionArgs } from 'react-router'
import { isRefused, type Api } from '#contract/api.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { initialsOf } from '#contract/text/initials.ts'
import { readPublished } from '../../features/editor/draft/edited.ts'
import { apiContext } from '../../platform/provided.ts'
import { loginAgain } from '../account/login-again.ts'
import type { NobodyHome } from '../card/shell/open-card.ts'
import { mayOf } from '../card/shell/may-of.ts'
import type { Owner } from '../owner/open-owner.ts'

/** One's own card for editing, also while it is off. Signed out, the way to the login; somebody else's card is nobody's. */
export async function openEditor({ request, params, context }: LoaderFunctionArgs): Promise<{ editor: EditorAnswer; owner: Owner }> {
  const alias = params['alias'] ?? ''
  try {
    return await readEdited(context.get(apiContext), alias)
  } catch (thrown) {
    const status = isRefused(thrown) ? thrown.problem.status : 500
    if (status === 401) throw loginAgain(request, alias)
    if (status === 404 || status === 400 || status === 422) throw data<NobodyHome>({ nobodyAt: alias }, { status: 404 })
    throw thrown
  }
}

/** The card as its owner edits it, and who that is. */
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

type Known = { claim(type: string): string; newContacts: number }

function ownerOf({ id, key, alias, fullName, permissions, subscription, published }: EditorAnswer, { claim, newContacts }: Known): Owner {
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
    may: mayOf(permissions),
    experiments: experiments.flatMap(({ name, enabled }) => (enabled ? [name] : [])),
    newContacts,
    logoutHref: claim('bff:logout_url'),
    off: null,
  }
}
