import type { LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { displayName } from '#common/text/display-name.ts'
import { propertyOf } from '#common/property-of.ts'
import type { OpenCard } from '../features/cards/frame/frame-view.ts'
import { readPublished } from '../features/editor/draft/edited.ts'
import { editHref } from '../features/editor/sections.ts'
import { apiContext } from '../platform/router-context.ts'
import { loginAgain } from './login-again.ts'
import { readClaims } from './open-account.ts'
import { openIfEnabled, redirectToNotice } from './open-card.ts'
import { countNewContacts, readEdited } from './open-editor.ts'
import { ownerOf, type Owner } from './owner-of.ts'
import { translateFor } from './translate-for.ts'

/** The data that all owner pages need, also while the card is not public. */
export type OpenOwner = {
  owner: Owner
  capture: Card['settings']['connectClientsSetting']
  services: OpenCard['services']
}

/**
 * The card's owner, or a redirect to the login that returns here. For another account's card the answer is the same as when logged
 * out.
 */
export async function openOwner(args: LoaderFunctionArgs): Promise<OpenOwner> {
  const found = await openIfEnabled(args)
  if (!found) return openOff(args)
  const { card, services, address } = found
  const owner = await readOwner(found, args).catch((thrown: unknown) => {
    if (isProblem(thrown) && thrown.problem.status === 401) throw loginAgain(args.request, address.alias, isForeign(thrown.problem))
    throw thrown
  })
  return { owner, capture: card.settings.connectClientsSetting, services }
}

/** A disabled card is open to its owner; visitors are redirected to its notice. */
async function openOff(args: LoaderFunctionArgs): Promise<OpenOwner> {
  const alias = args.params['alias'] ?? ''
  const { editor, owner } = await readEdited(args.context.get(apiContext), alias).catch((refused: unknown) => {
    if (isProblem(refused) && refused.problem.status < 500) return redirectToNotice(args)
    throw refused
  })
  const t = translateFor(args.request)
  const off = editor.isDisabled
    ? { line: t('editor.offDown'), act: '', href: '' }
    : { line: t('editor.offLine'), act: t('editor.offSwitch'), href: editHref(alias, 'card') }
  const { 'settings.connectClientsSetting': capture } = readPublished(editor.published)
  // The search services come with a public card's services; a disabled card uses the defaults.
  return { owner: { ...owner, off }, capture: { ...noCapture, ...capture }, services: [] }
}

const noCapture = { enabled: false, desktopEnabled: false, timeout: 0, applyTags: '' }

/** The account logged in at this card; throws if there is none. */
export async function readOwner({ card, subscription }: OpenCard, { context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Owner> {
  const api = context.get(apiContext)
  const claim = await readClaims(api, card.key)
  return ownerOf({ ...card, name: displayName(card), subscription }, claim, await countNewContacts(api, card.alias))
}

/** Logged in, but not at this card: it needs another login. */
const isForeign = (problem: object) => propertyOf(problem, 'Status') === 'Invalid'
