import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { SubscribeSent, SubscribeView } from './subscribe-view.ts'
import {
  checkSubscriber,
  isFaultless,
  readSubscribeForm,
  subscribeNames,
  toSubscriber,
  type SubscriberFaults,
  readSubscriber,
  type TypedSubscriber,
} from './subscriber.ts'
import { whyNotSaved } from './why-not-saved.ts'

/** The form as it stands: what is wrong with it, and whether it is on its way. */
export function useSubscribe(view: SubscribeView, sent: SubscribeSent | null) {
  const { alias, usual, plans, redirectUrl } = view
  const t = useTranslate()
  const showToast = useToast()
  const call = useOwnerCall(alias)
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const under = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<SubscriberFaults>(sent?.faults ?? {})
  // The fields hold what is typed, also before the script came: a copy of it in here would miss what was typed meanwhile.
  const typed = () => readSubscribeForm(new FormData(form.current ?? undefined), usual)

  useEffect(() => {
    const kept = sent ? null : readKept(alias, usual)
    const begun = typed()
    if (kept && subscribeNames.every((name) => begun[name] === usual[name])) subscribeNames.forEach((name) => fill(name, kept[name]))
    // What is usual is another object each time the page is read; what is typed stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [alias])

  function fill(name: keyof TypedSubscriber, value: string) {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof RadioNodeList) field.value = value
  }

  function change({ target }: FormEvent) {
    keepTyped(alias, typed())
    const name = subscribeNames.find((one) => target instanceof HTMLInputElement && target.name === one)
    if (name && faults[name]) setFaults(({ [name]: _gone, ...rest }) => rest)
  }

  const say8 = (text: string, isBad: boolean) => showToast(text, { kind: isBad ? 'error' : 'done', forMs: snackbarMs.notice })

  function correct(found: SubscriberFaults) {
    setFaults(found)
    say8(t('subscribe.correct'), true)
    const first = subscribeNames.find((name) => name in found)
    const field = form.current?.elements.namedItem(first ?? '')
    const one = field instanceof RadioNodeList ? field[0] : field
    if (one instanceof HTMLElement) one.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (under.current) return
    const given = typed()
    const codes = plans.map(({ code }) => code)
    const found = checkSubscriber(given, codes)
    if (!isFaultless(found)) return correct(found)
    under.current = true
    setIsBusy(true)
    showToast(t('subscribe.saving'), { kind: 'busy' })
    try {
      const { success, message } = await call('billing.subscribe', { input: toSubscriber(given, { alias, redirectUrl, plans }) })
      if (success !== 1) throw refusal(message)
      forgetTyped(alias)
      say8(t('subscribe.saved'), false)
      // Led away: until the other page is there, the button stays pressed.
      if (typeof message !== 'string' && leads(message.url)) return location.assign(message.url)
      await revalidate()
    } catch (thrown) {
      say8(whyNotSaved(thrown, t), true)
      // There is one already: the page shows it.
      if (isRefused(thrown) && thrown.problem.status === 409) await revalidate()
    }
    under.current = false
    setIsBusy(false)
  }

  return { form, faults, isBusy, change, submit }
}

const leads = (url: string) => /^https?:$/.test(new URL(url, location.href).protocol)

/** An answer that says it did not work is a refusal too, whatever its status. */
const refusal = (message: unknown) => ({
  problem: { type: '/problems/unexpected', status: 500, title: typeof message === 'string' ? message : '' },
})

const placeOf = (alias: string) => `subscribe:${alias.toLowerCase()}`

/** What was typed in this tab and not taken yet. It goes with the tab: an address of somebody is nothing to leave lying about. */
function readKept(alias: string, usual: TypedSubscriber): TypedSubscriber | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(alias)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    return readSubscriber((name) => {
      const value: unknown = Reflect.get(kept, name)
      return typeof value === 'string' ? value : null
    }, usual)
  } catch {
    return null
  }
}

function keepTyped(alias: string, typed: TypedSubscriber) {
  try {
    sessionStorage.setItem(placeOf(alias), JSON.stringify(typed))
  } catch {
    // Full, or forbidden: the form has it all.
  }
}

function forgetTyped(alias: string) {
  try {
    sessionStorage.removeItem(placeOf(alias))
  } catch {
    // Forbidden: nothing was kept either.
  }
}
