import { data, redirect, type ActionFunctionArgs } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import type { Translate } from '#common/messages/message.ts'
import { ownProperty } from '#common/own-property.ts'
import { listHref } from '../../features/admin/admin-places.ts'
import type { AdminError } from '../../features/admin/admin-view.ts'
import { noSuchPage, openAdmin } from '../../loaders/open-admin.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { tryToSend } from '../../loaders/try-to-send.ts'
import { apiContext } from '../../platform/router-context.ts'

type Query = Readonly<Record<string, string>>
export type Sent = {
  request: Request
  call: Api['call']
  releases: ReleasesAdmin
  form: FormData
  id: string
  t: Translate
  /** The filters and the place of the list that the form is on. */
  query: Query
}
/** The path to redirect to; or facts for the page, with the issues of the form’s fields if there are any. Errors are thrown. */
type Answer = string | { message?: string; errors?: Record<string, string>; [fact: string]: unknown }
export type Act = (sent: Sent) => Promise<Answer>

/**
 * The action of a page: runs what a form’s button names, then redirects or returns its issues. To others than administrators, and
 * for a button that the page doesn’t have, the address looks like that of an unknown card.
 */
export function adminAction(acts: Readonly<Record<string, Act>>) {
  return async (args: ActionFunctionArgs) => {
    const { params, request, context } = args
    const releases = await openAdmin(args)
    const form = await request.formData()
    const act = ownProperty(acts, fieldOf(form, 'intent'))
    if (!act) throw noSuchPage()
    const t = translateFor(request)
    const { call } = context.get(apiContext)
    const sent = { request, call, releases, form, id: params['id'] ?? '', t, query: listQueryOf(request) }
    let answer: Answer = ''
    const refused = await tryToSend(
      request,
      async () => void (answer = await act(sent)),
      (path) => path,
      'admin.correct',
    )
    const result: Answer = refused ?? answer
    if (typeof result === 'string') throw redirect(result)
    const { message = t('admin.correct'), errors, ...facts } = result
    return errors ? data({ ...facts, message, errors, typed: typedIn(form) } satisfies AdminError, { status: 422 }) : facts
  }
}

const typedIn = (form: FormData) => Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))

/** The address that says what a form did: a key of its page’s loader, and what it was about. */
export const doneAt = (href: string, done: string, about = '', query: Query = {}) => listHref(href, { ...query, done, about })

function listQueryOf(request: Request): Query {
  const { dialog: _, of: __, done: ___, about: ____, ...query } = Object.fromEntries(new URL(request.url).searchParams)
  return query
}
