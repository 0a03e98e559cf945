import { redirect, type ActionFunctionArgs } from 'react-router'
import { isRefused, type Api } from '#contract/api.ts'
import { DraftPicture, type DraftFields } from '#contract/cards/drafts.ts'
import { layoutNames } from '../../features/sign-in/new-card/look-step.tsx'
import { readLinks, rowFault, type LinkRow } from '../../features/sign-in/new-card/read-links.ts'
import { cardStepHref } from '../../features/sign-in/new-card/typed-card.ts'
import { apiContext } from '../../platform/provided.ts'
import type { CardAt } from './load-new-card.ts'
import { servicesIn } from '../editor/read-edited.ts'
import { translateFor } from '../translate-for.ts'
import { fieldOf } from '../admin/tried.ts'
import { withLinks } from '../card/shell/with-links.ts'

export type StepAnswer = { trouble: string; pasted: string | null }

/** What a step of the wizard sends goes onto the card at once, and the next step follows. */
export async function takeStep({ request, context }: ActionFunctionArgs, at: CardAt, form: FormData): Promise<StepAnswer> {
  const api = context.get(apiContext)
  const { alias } = at
  const t = translateFor(request)
  try {
    if (at.step === 'photo') {
      await publish(api, alias, { pictures: { profile: pictureIn(form, 'profile'), logo: pictureIn(form, 'logo') } })
      const colours = fieldOf(form, 'colours')
      throw redirect(cardStepHref(alias, 'look') + (colours ? `?${new URLSearchParams({ colours })}` : ''))
    }
    if (at.step === 'look') {
      await publish(api, alias, lookIn(form))
      throw redirect(cardStepHref(alias, 'links'))
    }
    const left = fieldOf(form, 'leave')
    const rows = rowsIn(form).filter(({ link }) => link !== left)
    // Without a script what was pasted is read here, and shown before it is kept.
    const { rows: found, unread } = readLinks(fieldOf(form, 'pasted'), rows)
    const isUndecided = found.some((row) => rowFault(row, found) !== null)
    if (left || found.length > rows.length || unread.length > 0 || isUndecided)
      return {
        trouble: isUndecided || unread.length > 0 ? t('signup.linksLook') : '',
        pasted: [...found.map(({ link }) => link), ...unread].join(' '),
      }
    if (rows.length > 0) {
      const { published } = await api.call('cards.editor', { params: { alias } })
      await publish(api, alias, { services: withLinks(servicesIn(published), rows) })
    }
    throw redirect(cardStepHref(alias, 'done'))
  } catch (thrown) {
    if (!isRefused(thrown) || thrown.problem.status >= 500) throw thrown
    if (thrown.problem.status === 401) throw redirect('/account/login')
    return { trouble: t('signup.notKept'), pasted: null }
  }
}

async function publish(api: Api, alias: string, changes: DraftFields) {
  const { draft } = await api.call('cards.editor', { params: { alias } })
  const { revision } = await api.call('cards.saveDraft', { input: { alias, revision: draft.revision, changes, removed: [] } })
  await api.call('cards.publishDraft', { input: { alias, revision } })
}

function pictureIn(form: FormData, kind: string) {
  const read = DraftPicture.safeParse(jsonOf(fieldOf(form, kind)))
  return read.success ? read.data : null
}

const colourKeys = [
  'eCardBackgroundColor',
  'eCardTextColor',
  'eCardContactBackground',
  'eCardContactColor',
  'eCardIconBackground',
  'eCardIconColor',
  'eCardHeaderIconColor',
] as const

function lookIn(form: FormData): DraftFields {
  const given = jsonOf(fieldOf(form, 'palette'))
  const colours = typeof given === 'object' && given !== null ? given : {}
  const chosen = colourKeys.flatMap((key) => {
    const colour: unknown = Reflect.get(colours, key)
    return typeof colour === 'string' ? [[key, colour] as const] : []
  })
  return { eCardTheme: layoutNames.find((name) => name === fieldOf(form, 'layout')) ?? 'default', ...Object.fromEntries(chosen) }
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
