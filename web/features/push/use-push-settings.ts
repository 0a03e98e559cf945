import { useCallback, useEffect, useRef, useState } from 'react'
import { isRefused } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import type { Translate } from '#common/messages/message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { deviceId } from '../../platform/push/push-device.ts'
import { useBack } from '../../platform/connection/use-reach.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { canPush, currentSubscription, subscribeUnder } from './browser-push.ts'
import type { PushingCard } from './pushing-card.ts'
import { tellServer } from './tell-server.ts'
import { everything, wantedFrom, type Wanted } from './topics.ts'

export type PushState =
  | { kind: 'unknown' | 'unsupported' | 'denied' | 'askable' | 'subscribing' | 'unreachable' }
  | { kind: 'allowed'; wanted: Wanted; isSaving: boolean }

/** What this device hears of a card, and ways to change it. */
export function usePushSettings({ alias, cardId, cardKey }: PushingCard) {
  const t = useTranslate()
  const showToast = useToast()
  const { productSlug, productName } = useSite()
  const call = useOwnerCall(alias)
  const [state, setState] = useState<PushState>({ kind: 'unknown' })
  const latest = useRef(0)
  const needs = { call, card: { alias, cardId, cardKey }, slug: productSlug, otherwise: t('push.otherwise', { product: productName }) }

  const look = useCallback(async (): Promise<PushState> => {
    if (!canPush()) return { kind: 'unsupported' }
    if (Notification.permission === 'denied') return { kind: 'denied' }
    const subscription = Notification.permission === 'granted' ? await currentSubscription() : null
    if (!subscription) return { kind: 'askable' }
    const input = { subjectId: cardId, device: await deviceId(), token: JSON.stringify(subscription) }
    const answer = await call('push.subscription', { input })
    return { kind: 'allowed', wanted: wantedFrom(answer.subscription), isSaving: false }
  }, [call, cardId])

  const lookAgain = useCallback(() => {
    let isWanted = true
    look()
      .catch((): PushState => ({ kind: 'unreachable' }))
      .then((found) => isWanted && setState(found))
    return () => {
      isWanted = false
    }
  }, [look])
  useEffect(() => lookAgain(), [lookAgain])
  useEffect(() => watchPermission(lookAgain), [lookAgain])
  useBack(() => {
    if (state.kind === 'unreachable') lookAgain()
  })

  async function subscribe() {
    setState({ kind: 'subscribing' })
    // Asked first of all: some browsers only listen while the finger is on the button.
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') return setState({ kind: permission === 'denied' ? 'denied' : 'askable' })
    try {
      const { publicKey } = await call('push.key')
      await tellServer(needs, await subscribeUnder(publicKey), everything)
      setState({ kind: 'allowed', wanted: wantedFrom({ active: true, topics: everything.topics }), isSaving: false })
    } catch {
      setState({ kind: 'askable' })
      showToast(t('push.failed'), { kind: 'error', forMs: snackbarMs.notice })
    }
  }

  async function change(wanted: Wanted) {
    if (state.kind !== 'allowed') return
    const turn = ++latest.current
    const isLatest = () => turn === latest.current
    setState({ kind: 'allowed', wanted, isSaving: true })
    try {
      const subscription = (await currentSubscription()) ?? (await subscribeUnder((await call('push.key')).publicKey))
      await tellServer(needs, subscription, wanted)
      if (isLatest()) setState({ kind: 'allowed', wanted, isSaving: false })
    } catch (thrown) {
      if (isLatest()) setState({ ...state, isSaving: false })
      showToast(refusalSaid(thrown, t), { kind: 'error', forMs: snackbarMs.error })
    }
  }

  async function test() {
    try {
      await call('push.test', { input: { subjectId: cardId, device: await deviceId() } })
      showToast(t('push.tested'), { forMs: snackbarMs.error })
    } catch (thrown) {
      const isGone = isRefused(thrown) && thrown.problem.status === 404
      showToast(t(isGone ? 'push.testGone' : 'push.testFailed'), { kind: 'error', forMs: snackbarMs.error })
      if (isGone) lookAgain()
    }
  }

  return { state, subscribe, change, test, lookAgain }
}

/** Allowed or forbidden in the browser's own settings, while the page is open. */
function watchPermission(changed: () => void): () => void {
  const left = new AbortController()
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((permission) => permission.addEventListener('change', changed, { signal: left.signal }))
    // Where it cannot be watched, the page offers to look again.
    .catch(() => {})
  return () => left.abort()
}

/** Why a change was not kept: the server's own words, or none where nothing answered. */
function refusalSaid(thrown: unknown, t: Translate): string {
  const message = isRefused(thrown) && !(thrown.problem.status >= 500) ? wordsOf(thrown.problem) : ''
  return message ? t('push.notSaved', { message }) : t('push.notSavedBare')
}

function wordsOf(problem: object): string {
  const said: unknown = Reflect.get(problem, 'message') ?? Reflect.get(problem, 'title')
  return typeof said === 'string' ? said : ''
}
