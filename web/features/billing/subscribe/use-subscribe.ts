import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import { propertyOf } from '#common/property-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { throwUnlessSuccess } from '../../../platform/api/throw-unless-success.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { SubscribeSent, SubscribeView } from './subscribe-view.ts'
import {
  checkSubscriber,
  hasNoIssues,
  readSubscribeForm,
  subscribeNames,
  toSubscriber,
  type SubscriberIssues,
  readSubscriber,
  type TypedSubscriber,
} from './subscriber.ts'
import { subscribeErrorText } from './subscribe-error-text.ts'

/** The state of the form: its issues, and whether it is being sent. */
export function useSubscribe(view: SubscribeView, sent: SubscribeSent | null) {
  const { alias, defaults, plans, redirectUrl } = view
  const t = useTranslate()
  const showToast = useToast()
  const call = useOwnerCall(alias)
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const isSubmitting = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [issues, setIssues] = useState<SubscriberIssues>(sent?.issues ?? {})
  // The fields are uncontrolled: text typed before hydration would be missing from React state.
  const typed = () => readSubscribeForm(new FormData(form.current ?? undefined), defaults)

  useEffect(() => {
    const stored = sent ? null : readSavedInput(alias, defaults)
    const started = typed()
    if (stored && subscribeNames.every((name) => started[name] === defaults[name]))
      subscribeNames.forEach((name) => fill(name, stored[name]))
    // `defaults` is a new object on each load; typed input stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [alias])

  function fill(name: keyof TypedSubscriber, value: string) {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof RadioNodeList) field.value = value
  }

  function change({ target }: FormEvent) {
    saveInput(alias, typed())
    const name = subscribeNames.find((one) => target instanceof HTMLInputElement && target.name === one)
    if (name && issues[name]) setIssues(({ [name]: _gone, ...rest }) => rest)
  }

  const notify = (text: string, isBad: boolean) => showToast(text, { kind: isBad ? 'error' : 'done', forMs: snackbarMs.notice })

  function correct(found: SubscriberIssues) {
    setIssues(found)
    const first = subscribeNames.find((name) => name in found)
    const field = form.current?.elements.namedItem(first ?? '')
    const one = field instanceof RadioNodeList ? field[0] : field
    if (one instanceof HTMLElement) one.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting.current) return
    const input = typed()
    const codes = plans.map(({ code }) => code)
    const found = checkSubscriber(input, codes)
    if (!hasNoIssues(found)) return correct(found)
    isSubmitting.current = true
    setIsBusy(true)
    showToast(t('subscribe.saving'), { kind: 'busy' })
    try {
      const answer = await call('billing.subscribe', { input: toSubscriber(input, { alias, redirectUrl, plans }) })
      throwUnlessSuccess(answer)
      clearSavedInput(alias)
      notify(t('subscribe.saved'), false)
      // The button stays busy until the provider's page has loaded.
      const { message } = answer
      if (typeof message !== 'string' && isHttpUrl(message.url)) return location.assign(message.url)
      await revalidate()
    } catch (thrown) {
      notify(subscribeErrorText(thrown, t), true)
      // A subscription exists already: the page shows it.
      if (isProblem(thrown) && thrown.problem.status === 409) await revalidate()
    }
    isSubmitting.current = false
    setIsBusy(false)
  }

  return { form, issues, isBusy, change, submit }
}

const isHttpUrl = (url: string) => /^https?:$/.test(new URL(url, location.href).protocol)

const storageKey = (alias: string) => `subscribe:${alias.toLowerCase()}`

/** Unsent input, in session storage: an address must not outlive the tab. */
function readSavedInput(alias: string, defaults: TypedSubscriber): TypedSubscriber | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(alias)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    return readSubscriber((name) => {
      const value = propertyOf(stored, name)
      return typeof value === 'string' ? value : null
    }, defaults)
  } catch {
    return null
  }
}

function saveInput(alias: string, typed: TypedSubscriber) {
  try {
    sessionStorage.setItem(storageKey(alias), JSON.stringify(typed))
  } catch {
    // Storage is full or blocked: the input is in the form only.
  }
}

function clearSavedInput(alias: string) {
  try {
    sessionStorage.removeItem(storageKey(alias))
  } catch {
    // Storage is blocked: nothing was saved either.
  }
}
