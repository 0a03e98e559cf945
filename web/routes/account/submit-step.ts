import { layoutFor, themeFields } from '#common/layouts.ts'
import { redirect, type ActionFunctionArgs } from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import { NewCard } from '#contract/cards/aliases.ts'
import { DraftPicture, type DraftChanges, type DraftFields } from '#contract/cards/drafts.ts'
import { splitName } from '#common/text/full-name.ts'
import { fieldIssue } from '../../features/sign-in/new-card/alias-issue-text.ts'
import type { YouAnswer } from '../../features/sign-in/new-card/card-you-step.tsx'
import { readLinks, rowIssue, type LinkRow, type ReadLinks } from '../../features/sign-in/new-card/read-links.ts'
import { cardStepHref, cardSteps, fieldsOfStored, readTyped, youNames, type You } from '../../features/sign-in/new-card/typed-card.ts'
import { apiContext } from '../../platform/router-context.ts'
import type { CardAt } from './load-new-card.ts'
import { servicesIn, textIn, youIn } from '../../loaders/read-edited.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { mergeLinks } from '../../loaders/merge-links.ts'

type StepAnswer = { failure: string; links: ReadLinks | null; you: YouAnswer | null }

/** Saves a step of the wizard to the card and redirects to the next one, or back. */
export async function submitStep({ request, context }: ActionFunctionArgs, at: CardAt, form: FormData): Promise<StepAnswer> {
  const api = context.get(apiContext)
  const { alias } = at
  const t = translateFor(request)
  const back = cardSteps.find((step) => step === fieldOf(form, 'back'))
  try {
    if (at.step === 'you') {
      const { published, draft } = await api.call('cards.editor', { params: { alias } })
      const current = { ...published, ...draft.fields }
      const rendered = jsonOf(fieldOf(form, 'saved'))
      const before = readTyped(fieldsOfStored(typeof rendered === 'object' && rendered !== null ? rendered : {}), youIn(current))
      const typed = readTyped((name) => fieldOf(form, name).trim(), before)
      const { changes, issues } = changedYou(before, typed, isSplit(current, before))
      if (issues.length > 0)
        return answer({ you: { typed, issues: Object.fromEntries(issues.map((name) => [name, fieldIssue(t, name)])) } })
      if (Object.keys(changes).length > 0) await publish(api, alias, changes)
      throw redirect(cardStepHref(alias, 'photo'))
    }
    if (at.step === 'photo') {
      await publish(api, alias, { pictures: { profile: pictureIn(form, 'profile'), logo: pictureIn(form, 'logo') } })
      if (back) throw redirect(cardStepHref(alias, back))
      const colors = fieldOf(form, 'colors')
      throw redirect(cardStepHref(alias, 'look') + (colors ? `?${new URLSearchParams({ colors })}` : ''))
    }
    if (at.step === 'look') {
      await publish(api, alias, lookIn(form))
      throw redirect(cardStepHref(alias, back ?? 'links'))
    }
    const left = fieldOf(form, 'leave')
    const rows = rowsIn(form).filter(({ link }) => link !== left)
    // Includes pasted links that the page's script didn't parse.
    const links = readLinks(fieldOf(form, 'pasted'), rows)
    if (back) {
      await saveLinks(api, alias, links.rows)
      throw redirect(cardStepHref(alias, back))
    }
    if (left) return answer({ links })
    if (links.rows.some((row) => rowIssue(row, links.rows) !== null)) return answer({ failure: t('signup.linksLook'), links })
    if (links.unread.length > 0 && !form.has('leaveUnread')) return answer({ failure: t('signup.linksUnreadLook'), links })
    const { published, draft } = await api.call('cards.editor', { params: { alias } })
    if (links.rows.length > 0 || Object.keys(draft.fields).length > 0) {
      await publish(api, alias, { services: mergeLinks(servicesIn(published), links.rows) })
    }
    throw redirect(cardStepHref(alias, 'done'))
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.problem.status >= 500) throw thrown
    if (thrown.problem.status === 401) throw redirect('/account/login')
    return answer({ failure: t('signup.notSaved') })
  }
}

const answer = (some: Partial<StepAnswer>): StepAnswer => ({ failure: '', links: null, you: null, ...some })

const split = ({ fullName, profile }: You) => splitName(fullName, profile === '2')

/** False if the owner chose another first and last name. */
function isSplit(current: object, before: You): boolean {
  const { firstName, lastName } = split(before)
  return textIn(current, 'firstName') === firstName && textIn(current, 'lastName') === lastName
}

/** What was changed, checked as for a new card. First and last name follow the name, and person or team where they did before. */
function changedYou(before: You, typed: You, wasSplit: boolean): { changes: DraftChanges; issues: (keyof You)[] } {
  const input = { ...typed, profile: typed.profile === '2' ? 2 : 1 }
  const changed = youNames.filter((name) => typed[name] !== before[name])
  const read = changed.map((name) => ({ name, ...NewCard.shape[name].safeParse(input[name]) }))
  const isRenamed = changed.includes('fullName') || (changed.includes('profile') && wasSplit)
  return {
    changes: {
      ...Object.fromEntries(read.flatMap(({ name, data }) => (data === undefined ? [] : [[name, data]]))),
      ...(isRenamed && split(typed)),
    },
    issues: read.flatMap(({ name, success }) => (success ? [] : [name])),
  }
}

/** Saves the links that can be published as a draft, for the next visit of the step. */
async function saveLinks(api: Api, alias: string, rows: readonly LinkRow[]) {
  const { published, draft } = await api.call('cards.editor', { params: { alias } })
  const sound = rows.filter((row) => rowIssue(row, rows) === null)
  if (sound.length === 0 && !draft.fields.services) return
  const changes = { services: mergeLinks(servicesIn(published), sound) }
  await api.call('cards.saveDraft', { input: { alias, revision: draft.revision, changes, removed: [] } })
}

/** Publishes the changes with the rest of the draft. Imported links wait for the step that shows them: until then it only saves. */
async function publish(api: Api, alias: string, changes: DraftChanges) {
  const { draft } = await api.call('cards.editor', { params: { alias } })
  const { revision } = await api.call('cards.saveDraft', { input: { alias, revision: draft.revision, changes, removed: [] } })
  if (draft.fields.services && !changes.services) return
  await api.call('cards.publishDraft', { input: { alias, revision } })
}

function pictureIn(form: FormData, kind: string) {
  const read = DraftPicture.safeParse(jsonOf(fieldOf(form, kind)))
  return read.success ? read.data : null
}

function lookIn(form: FormData): DraftFields {
  const initial = jsonOf(fieldOf(form, 'palette'))
  const colors = typeof initial === 'object' && initial !== null ? initial : {}
  const chosen = themeFields.flatMap((key) => {
    const color: unknown = Reflect.get(colors, key)
    return typeof color === 'string' ? [[key, color] as const] : []
  })
  return { eCardTheme: layoutFor(fieldOf(form, 'layout')).theme, ...Object.fromEntries(chosen) }
}

function rowsIn(form: FormData): LinkRow[] {
  const services = form.getAll('service').map(Number)
  return form.getAll('link').flatMap((link, at) => (typeof link === 'string' ? [{ link, service: services[at] ?? 0 }] : []))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
