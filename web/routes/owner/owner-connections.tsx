import {
  data,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { connectionsMax, eventTypes, isCrm, presets, urlIssues } from '#contract/connection-choices.ts'
import type { EventType } from '#contract/connections.ts'
import { accessKeysMax, scopes, type Scope } from '#contract/access-key-choices.ts'
import { ConnectionsPage } from '../../features/connections/connections-page.tsx'
import {
  connectionsHref,
  isDeliveryState,
  keyLifetimes,
  presetName,
  type ConnectionForm,
  type ConnectionsResult,
  type ConnectionsView,
  type KeyForm,
  type Opened,
} from '../../features/connections/connections-view.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { readOrNull } from '../../loaders/login-again.ts'
import { loginHref } from '../../loaders/open-account.ts'
import { useLanguage } from '../shell/use-language.ts'
import { metas } from '../metas.ts'
import { fieldOf, submitForm, type Failure } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { openOwner } from '../../loaders/open-owner.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  const { request, context } = args
  const t = translateFor(request)
  const view = await loadConnections(args, owner.alias)
  const search = new URL(request.url).searchParams
  const loginUrl = loginAgain(owner.alias, search)
  if (loginUrl && !(await context.get(apiContext).call('privacy.read')).isLoginRecent) throw redirectDocument(loginUrl)
  const done = search.get('done') ?? ''
  const key = doneKeys[done]
  const page = view.opened?.connection.name ?? t(view.adding ? 'connections.add' : 'connections.title')
  return {
    view,
    done: key ? { message: t(key), isBad: done === 'missing' } : {},
    title: [page, context.get(siteContext).productName].join(' | '),
  }
}

const doneKeys: Partial<Record<string, MessageKey>> = {
  removed: 'connections.removed',
  revoked: 'connections.keyRevoked',
  missing: 'connections.missing',
}

/** A key is created, and where contacts are sent is chosen, after a recent login only. Null: neither is open. */
function loginAgain(alias: string, search: URLSearchParams): string | null {
  const [dialog, of] = [search.get('dialog'), search.get('of')]
  const kind = presets.find((preset) => preset === search.get('kind'))
  if (dialog === 'createKey') return loginHref(connectionsHref(alias, { dialog }), 'keys')
  if (of !== null && dialog === 'key') return loginHref(connectionsHref(alias, { of, dialog }), 'connections')
  return kind ? loginHref(connectionsHref(alias, { kind }), 'connections') : null
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerConnections() {
  const { view, done } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  return (
    <ConnectionsPage
      view={view}
      language={useLanguage()}
      result={result ?? done}
      // After a form was sent from a dialog, the answer takes its place, or the dialog shows what is wrong.
      dialog={result && !result.keyForm && !result.issues?.['apiKey'] ? '' : (search.get('dialog') ?? '')}
      keyId={search.get('show')}
      reload={() => void revalidate()}
    />
  )
}

async function loadConnections(args: LoaderFunctionArgs, alias: string): Promise<ConnectionsView> {
  const { call } = args.context.get(apiContext)
  const search = new URL(args.request.url).searchParams
  const [id, kind] = [search.get('of'), search.get('kind')]
  const adding: ConnectionsView['adding'] = kind === 'any' ? kind : (presets.find((preset) => preset === kind) ?? null)
  const orNull = readOrNull(args.request, alias)
  const [connections, keys, opened] = await Promise.all([
    orNull(call('connections.list', { query: { alias } })),
    orNull(call('accessKeys.list', { query: { alias } })),
    id === null ? null : openConnection(args, { alias, id }),
  ])
  return { alias, now: new Date().toISOString(), adding, connections, keys, opened }
}

async function openConnection({ request, context }: LoaderFunctionArgs, params: { alias: string; id: string }): Promise<Opened> {
  const { call } = context.get(apiContext)
  const search = new URL(request.url).searchParams
  const [wanted, before, eventId] = [search.get('state'), search.get('before'), search.get('show')]
  const state = isDeliveryState(wanted) ? wanted : null
  try {
    const [found, event] = await Promise.all([
      call('connections.read', { params, query: { ...(state && { state }), ...(before && { before }) } }),
      // Erased with its contact, or an address that was never one.
      eventId && call('connections.event', { params: { ...params, eventId } }).catch(() => null),
    ])
    return { ...found, state, before, expanded: eventId ? { eventId, body: event ? event.body : null } : null }
  } catch (error) {
    if (isProblem(error) && [404, 422].includes(error.problem.status)) throw redirect(connectionsHref(params.alias, { done: 'missing' }))
    throw error
  }
}

/** Every step is a form that works without a script. */
export async function action(args: ActionFunctionArgs) {
  const { owner } = await openOwner(args)
  const { request, context } = args
  const { call } = context.get(apiContext)
  const t = translateFor(request)
  const form = await request.formData()
  const { alias } = owner
  const id = new URL(request.url).searchParams.get('of') ?? ''
  const input = { alias, id }
  const answer = (result: ConnectionsResult) => data(result)
  const refuse = ({ message, issues }: Pick<Failure, 'message' | 'issues'>, typed?: ConnectionForm) =>
    data<ConnectionsResult>({ message, isBad: true, issues, ...(typed && { typed }) }, { status: 422 })

  switch (fieldOf(form, 'intent')) {
    case 'create': {
      const typed = readForm(form)
      const preset = presets.find((one) => one === fieldOf(form, 'preset')) ?? 'own'
      const { url, types, ...rest } = typed
      const target = isCrm(preset) ? { apiKey: fieldOf(form, 'apiKey') } : { url, types }
      const issues = isCrm(preset)
        ? missingName(typed, t)
        : { ...missing(typed, t), ...(url === '' && { url: t('connections.urlMissing') }) }
      if (Object.keys(issues).length > 0) return refuse({ message: t('problem.inputInvalid'), issues }, typed)
      const { value, failure } = await submitForm(request, () =>
        call('connections.create', { input: { alias, preset, ...rest, ...target } }),
      )
      if (failure?.type === '/problems/recent-login-required')
        throw redirect(loginHref(connectionsHref(alias, { kind: preset }), 'connections'))
      if (failure?.type === '/problems/connection-limit')
        return refuse({ message: t('connections.limit', { count: connectionsMax }), issues: {} }, typed)
      if (failure?.codes['preset'] === 'connected')
        return refuse({ message: t('connections.alreadyConnected', { name: presetName(preset, t) }), issues: {} }, typed)
      // A CRM has no field for its address.
      if (failure) return refuse({ ...failure, issues: translateIssues(failure, presetName(preset, t), t) }, typed)
      if (isCrm(preset)) throw redirect(connectionsHref(alias, { of: value.id }))
      return answer({ secret: { id: value.id, value: value.secret, connection: { preset, url: typed.url } } })
    }
    case 'createKey': {
      const typed = readKeyForm(form)
      const refuseKey = (failure: Pick<Failure, 'message' | 'issues'>) =>
        data<ConnectionsResult>({ ...failure, isBad: true, keyForm: typed }, { status: 422 })
      const issues = missingOfKey(typed, t)
      if (Object.keys(issues).length > 0) return refuseKey({ message: t('problem.inputInvalid'), issues })
      const { name, scopes: chosen, lifetime } = typed
      const expiresAt = lifetime === 'endless' ? null : new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString()
      const key = { alias, name, scopes: chosen, expiresAt }
      const { value, failure } = await submitForm(request, () => call('accessKeys.create', { input: key }))
      if (failure?.type === '/problems/recent-login-required')
        throw redirect(loginHref(connectionsHref(alias, { dialog: 'createKey' }), 'keys'))
      if (failure?.type === '/problems/access-key-limit')
        return refuseKey({ message: t('connections.keyLimit', { count: accessKeysMax }), issues: {} })
      return failure ? refuseKey(failure) : answer({ newKey: value.key })
    }
    case 'revokeKey': {
      const { failure } = await submitForm(request, () => call('accessKeys.revoke', { input: { alias, id: fieldOf(form, 'key') } }))
      if (failure && failure.status !== 404) return refuse(failure)
      throw redirect(connectionsHref(alias, { done: 'revoked' }))
    }
    case 'save': {
      const typed = readForm(form)
      // The page of a CRM has no choice of what to send.
      const hasChoice = form.has('content')
      const issues = hasChoice ? missing(typed, t) : missingName(typed, t)
      if (Object.keys(issues).length > 0) return refuse({ message: t('problem.inputInvalid'), issues }, typed)
      const { name, types, isFull } = typed
      const changes = hasChoice ? { name, types, isFull } : { name }
      const { failure } = await submitForm(request, () => call('connections.update', { input: { ...input, ...changes } }))
      return failure ? refuse(failure, typed) : answer({ message: t('connections.saved') })
    }
    case 'off': {
      const { failure } = await submitForm(request, () => call('connections.update', { input: { ...input, isOn: false } }))
      return failure ? refuse(failure) : answer({})
    }
    case 'on': {
      const sendMissed = fieldOf(form, 'missed') === 'send'
      const { failure } = await submitForm(request, () => call('connections.update', { input: { ...input, isOn: true, sendMissed } }))
      if (failure?.codes['isOn'] === 'off') return refuse({ message: t('connections.urlIssue.off'), issues: {} })
      if (failure) return refuse(failure)
      throw redirect(connectionsHref(alias, { of: id }))
    }
    case 'test': {
      const { value, failure } = await submitForm(request, () => call('connections.test', { input }))
      return failure ? refuse(failure) : answer({ tested: value })
    }
    case 'resend': {
      const eventId = fieldOf(form, 'event')
      const sent = { ...input, ...(eventId && { eventId }) }
      const { value, failure } = await submitForm(request, () => call('connections.resend', { input: sent }))
      return failure ? refuse(failure) : answer({ message: t('connections.resent', { count: value.count }) })
    }
    case 'replace': {
      const { value, failure } = await submitForm(request, async () => {
        const { connection } = await call('connections.read', { params: input })
        return { ...(await call('connections.replaceSecret', { input })), connection }
      })
      if (failure) return refuse(failure)
      const { preset, url } = value.connection
      return answer({ secret: { id, value: value.secret, connection: { preset, url } } })
    }
    case 'replaceKey': {
      const { value, failure } = await submitForm(request, () => call('connections.read', { params: input }))
      if (failure) return refuse(failure)
      const name = presetName(value.connection.preset, t)
      const replaced = await submitForm(request, () =>
        call('connections.replaceKey', { input: { ...input, apiKey: fieldOf(form, 'apiKey') } }),
      )
      const { failure: refused } = replaced
      if (refused?.type === '/problems/recent-login-required')
        throw redirect(loginHref(connectionsHref(alias, { of: id, dialog: 'key' }), 'connections'))
      return refused ? refuse({ ...refused, issues: translateIssues(refused, name, t) }) : answer({ message: t('connections.keyReplaced') })
    }
    case 'remove': {
      const { failure } = await submitForm(request, () => call('connections.remove', { input }))
      if (failure && failure.status !== 404) return refuse(failure)
      throw redirect(connectionsHref(alias, { done: 'removed' }))
    }
  }
  return answer({})
}

type Sent = Omit<ConnectionForm, 'types'> & { types: Exclude<EventType, 'webhook.test'>[] }

function readForm(form: FormData): Sent {
  const chosen = form.getAll('types').flatMap((value) => (typeof value === 'string' ? value.split(' ') : []))
  return {
    name: fieldOf(form, 'name').trim(),
    url: fieldOf(form, 'url').trim(),
    types: eventTypes.flatMap((type) => (type !== 'webhook.test' && chosen.includes(type) ? [type] : [])),
    isFull: fieldOf(form, 'content') !== 'thin',
  }
}

type SentKey = KeyForm & { scopes: Scope[] }

function readKeyForm(form: FormData): SentKey {
  const chosen = form.getAll('scopes')
  return {
    name: fieldOf(form, 'name').trim(),
    scopes: scopes.filter((scope) => chosen.includes(scope)),
    lifetime: keyLifetimes.find((lifetime) => lifetime === fieldOf(form, 'lifetime')) ?? '30',
  }
}

const missingOfKey = ({ name, scopes: chosen }: SentKey, t: Translate): Record<string, string> => ({
  ...(name === '' && { name: t('connections.nameMissing') }),
  ...(chosen.length === 0 && { scopes: t('connections.whenMissing') }),
})

const keyIssues = ['missing', 'form', 'refused'] as const

/** What the server says of an address or a key, in the reader's language. */
function translateIssues({ issues, codes }: Pick<Failure, 'issues' | 'codes'>, name: string, t: Translate): Record<string, string> {
  const url = urlIssues.find((code) => code === codes['url'])
  const key = keyIssues.find((code) => code === codes['apiKey'])
  return {
    ...issues,
    ...(url && { url: t(`connections.urlIssue.${url}`) }),
    ...(key && { apiKey: t(`connections.keyIssue.${key}`, { name }) }),
    ...(codes['apiKey'] === 'off' && { apiKey: t('connections.urlIssue.off') }),
  }
}

const missingName = ({ name }: Sent, t: Translate): Record<string, string> => (name === '' ? { name: t('connections.nameMissing') } : {})

const missing = (typed: Sent, t: Translate): Record<string, string> => ({
  ...missingName(typed, t),
  ...(typed.types.length === 0 && { types: t('connections.whenMissing') }),
})
