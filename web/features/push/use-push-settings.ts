import { useCallback, useEffect, useRef, useState } from 'react'
import { isProblem } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import { saveErrorText } from '../../i18n/error-text.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { deviceId } from '../../platform/push/push-device.ts'
import { useReconnect } from '../../platform/connection/use-reach.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { canPush, currentSubscription, subscribeUnder } from './browser-push.ts'
import type { PushCard } from './push-card.ts'
import { saveSubscription } from './save-subscription.ts'
import { everything, wantedFrom, type PushChoice } from './topics.ts'

type PushState =
  | { kind: 'unknown' | 'unsupported' | 'denied' | 'askable' | 'subscribing' | 'unreachable' }
  | { kind: 'allowed'; wanted: PushChoice; isSaving: boolean }

/** This device's push settings of a card, and their setters. */
export function usePushSettings({ alias, cardId, cardKey }: PushCard) {
  const t = useTranslate()
  const showToast = useToast()
  const { productSlug, productName } = useSite()
  const call = useOwnerCall(alias)
  const [state, setState] = useState<PushState>({ kind: 'unknown' })
  const latest = useRef(0)
  const saveDeps = { call, card: { alias, cardId, cardKey }, slug: productSlug, otherwise: t('push.otherwise', { product: productName }) }

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
    void look()
      .catch((): PushState => ({ kind: 'unreachable' }))
      .then((found) => isWanted && setState(found))
    return () => {
      isWanted = false
    }
  }, [look])
  useEffect(() => lookAgain(), [lookAgain])
  useEffect(() => watchPermission(lookAgain), [lookAgain])
  useReconnect(() => {
    if (state.kind === 'unreachable') lookAgain()
  })

  async function subscribe() {
    setState({ kind: 'subscribing' })
    // First of all: some browsers require the permission prompt within the click.
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') return setState({ kind: permission === 'denied' ? 'denied' : 'askable' })
    try {
      const { publicKey } = await call('push.key')
      await saveSubscription(saveDeps, await subscribeUnder(publicKey), everything)
      setState({ kind: 'allowed', wanted: wantedFrom({ active: true, topics: everything.topics }), isSaving: false })
    } catch {
      setState({ kind: 'askable' })
      showToast(t('push.failed'), { kind: 'error', forMs: snackbarMs.notice })
    }
  }

  async function change(wanted: PushChoice) {
    if (state.kind !== 'allowed') return
    const turn = ++latest.current
    const isLatest = () => turn === latest.current
    setState({ kind: 'allowed', wanted, isSaving: true })
    try {
      const subscription = (await currentSubscription()) ?? (await subscribeUnder((await call('push.key')).publicKey))
      await saveSubscription(saveDeps, subscription, wanted)
      if (isLatest()) setState({ kind: 'allowed', wanted, isSaving: false })
    } catch (thrown) {
      if (isLatest()) setState({ ...state, isSaving: false })
      showToast(saveErrorText(thrown, t), { kind: 'error', forMs: snackbarMs.error })
    }
  }

  async function test() {
    try {
      await call('push.test', { input: { subjectId: cardId, device: await deviceId() } })
      showToast(t('push.tested'), { forMs: snackbarMs.error })
    } catch (thrown) {
      const isGone = isProblem(thrown) && thrown.problem.status === 404
      showToast(t(isGone ? 'push.testGone' : 'push.testFailed'), { kind: 'error', forMs: snackbarMs.error })
      if (isGone) lookAgain()
    }
  }

  return { state, subscribe, change, test, lookAgain }
}

/** Follows permission changes in the browser's settings while the page is open. */
function watchPermission(changed: () => void): () => void {
  const left = new AbortController()
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((permission) => permission.addEventListener('change', changed, { signal: left.signal }))
    // If it cannot be observed, the page offers to check again.
    .catch(() => {})
  return () => left.abort()
}
