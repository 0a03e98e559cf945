import { redirect, type LoaderFunctionArgs } from 'react-router'
import { layoutFor, themeFields, type ThemeColors } from '#common/layouts.ts'
import type { Translate } from '#common/messages/message.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { isProblem } from '#contract/api.ts'
import type { AliasState } from '#contract/cards/aliases.ts'
import { brandName } from '#contract/cards/service-names.ts'
import { palettes, paletteNames } from '../../features/editor/palettes.ts'
import type { LookPalette } from '../../features/sign-in/new-card/look-step.tsx'
import type { LinkRow } from '../../features/sign-in/new-card/read-links.ts'
import {
  beginHref,
  cardStepHref,
  cardSteps,
  newCardHref,
  type CardStep,
  type TypedCard,
} from '../../features/sign-in/new-card/typed-card.ts'
import { suggestPalettes } from '../../features/upload/suggest-palettes.ts'
import { loginHref, readClaims, whyLoggedOut } from '../../loaders/open-account.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { noAddresses, readAddresses } from '../../loaders/read-addresses.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { picturesIn, servicesIn, textIn, youIn } from '../../loaders/read-edited.ts'

export type CardAt = { alias: string; step: CardStep }

/** The step and card of an address; null before the card exists. */
export function stepOf(path = ''): CardAt | null | 'unknown' {
  if (path === '') return null
  const [alias = '', name, ...more] = path.split('/')
  const step = cardSteps.find((one) => one === name)
  return step && more.length === 0 ? { alias, step } : 'unknown'
}

export async function loadNewCard(args: LoaderFunctionArgs) {
  const at = stepOf(args.params['*'])
  if (at === 'unknown') throw redirect(newCardHref)
  try {
    return await (at ? loadStep(args, at) : loadForm(args))
  } catch (thrown) {
    if (!isProblem(thrown)) throw thrown
    if (thrown.problem.status === 401) {
      const back = at ? cardStepHref(at.alias, at.step) : newCardHref
      const why = whyLoggedOut(thrown)
      throw redirect(why ? loginHref(back, why) : `/account/sign-up?${new URLSearchParams({ returnUrl: back })}`)
    }
    if (at && thrown.problem.status === 404) throw redirect('/account')
    throw thrown
  }
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** The form of a new card. Once it has created its card, its address leads on to that: Back must not show an empty form. */
async function loadForm(args: LoaderFunctionArgs) {
  const params = new URL(args.request.url).searchParams
  const named = params.get('submission') ?? ''
  const submissionId = uuid.test(named) ? named : crypto.randomUUID()
  // First, because its error says why someone was logged out.
  const begin = await loadBegin(args, submissionId)
  if (submissionId !== named) throw redirect(beginHref(submissionId))
  const { alias } = await args.context.get(apiContext).call('cards.submitted', { params: { submissionId } })
  if (alias) throw redirect(cardStepHref(alias, 'you'))
  const isYou = params.get('step') === 'you' && begin.answer.alias !== null
  return { ...begin, answer: { ...begin.answer, step: isYou ? ('you' as const) : ('address' as const) } }
}

export async function loadBegin({ context }: LoaderFunctionArgs, submissionId: string) {
  const api = context.get(apiContext)
  const claim = await readClaims(api)
  const [name, email] = [claim('name'), claim('email')]
  const known = await api.call('cards.aliasState', {
    params: { alias: beginningOf(name || email.split('@')[0] || 'card', 120) },
    query: { name },
  })
  const alias = known.state === 'free' ? known.alias : (known.suggestions[0] ?? '')
  const free: AliasState = { state: 'free', reason: '', alias, suggestions: known.suggestions.filter((one) => one !== alias) }
  const typed: TypedCard = {
    submissionId,
    alias,
    fullName: name,
    title: '',
    companyName: '',
    phoneNumber: '',
    emailAddress: email,
    profile: '1',
    imported: '',
  }
  return {
    step: 'begin' as const,
    account: claim('sub'),
    answer: { typed, alias: alias ? free : null, issues: {}, message: '' },
  }
}

async function loadStep({ request, context }: LoaderFunctionArgs, { alias: requested, step }: CardAt) {
  const api = context.get(apiContext)
  // First: it tells why someone was logged out.
  const claim = await readClaims(api)
  const editor = await api.call('cards.editor', { params: { alias: requested } })
  const { id, key, alias, revision, permissions, serviceKinds, draft } = editor
  // An import is a draft: each step shows its part before it is published.
  const published = { ...editor.published, ...draft.fields }
  const before = new Set(servicesIn(editor.published).map(({ directLink }) => directLink))
  const params = new URL(request.url).searchParams
  const found = (params.get('colors') ?? '').split(',').filter((one) => /^#[0-9a-f]{6}$/i.test(one))
  const colors = colorsOf(published)
  const palettes = step === 'look' ? palettesFor(found, colors, translateFor(request)) : []
  return {
    step,
    account: claim('sub'),
    alias,
    name: editor.fullName,
    card: { id, key, alias, revision, permissions, serviceKinds, published },
    you: youIn(published),
    pictures: picturesIn(published),
    layout: textIn(published, 'eCardTheme') || 'default',
    palettes,
    // Prefer colors of a picture that was just uploaded over those of the card.
    palette: (found.length > 0 ? palettes[0] : (palettes.find((one) => isSame(one.colors, colors)) ?? palettes[0]))?.id ?? '',
    failure: step === 'photo' && params.get('photo') === 'missing' ? translateFor(request)('signup.importPhotoLost') : '',
    ...(step === 'done' ? await readAddresses(api, context.get(siteContext)) : noAddresses),
    hasDraft: Object.keys(draft.fields).length > 0,
    links: (draft.fields.services ? servicesIn(draft.fields) : []).flatMap(({ gradeServiceId, directLink }): LinkRow[] =>
      before.has(directLink) ? [] : [{ link: directLink, service: gradeServiceId }],
    ),
    kinds:
      step === 'links'
        ? serviceKinds
            .filter(({ capabilities }) => capabilities > 0)
            .map((kind) => ({ ...kind, serviceName: brandName(kind.serviceName) }))
            .toSorted((a, b) => a.serviceName.localeCompare(b.serviceName))
        : [],
  }
}

const suggestedWords = { light: 'signup.paletteLight', deep: 'signup.paletteDeep', second: 'signup.paletteSecond' } as const

/** Palettes from the photo and the logo first, then the card's own colors if they are of no palette, then the built-in ones. */
function palettesFor(found: readonly string[], own: ThemeColors, t: Translate): LookPalette[] {
  const suggested = suggestPalettes(found).map(({ name, colors }) => ({
    id: name,
    name: t(suggestedWords[name]),
    isFromPhoto: true,
    colors,
  }))
  const builtIn = paletteNames.map((id) => ({ id, name: t(`palette.${id}`), isFromPhoto: false, colors: palettes[id] }))
  const isKnown = [...suggested, ...builtIn].some(({ colors }) => isSame(colors, own))
  return [
    ...suggested,
    ...(isKnown ? [] : [{ id: 'current', name: t('signup.paletteCurrent'), isFromPhoto: false, colors: own }]),
    ...builtIn,
  ]
}

const isSame = (one: ThemeColors, other: ThemeColors) => themeFields.every((name) => one[name] === other[name])

/** What the card is drawn in. */
function colorsOf(published: object): ThemeColors {
  const { colors } = layoutFor(textIn(published, 'eCardTheme'))
  return Object.fromEntries(themeFields.map((name) => [name, textIn(published, name) || colors[name]])) as ThemeColors
}
