import { addressOf } from '#common/path-to.ts'
import { createReach } from './create-reach.ts'
import { unanswered } from '../api/client.ts'

const timeoutMs = 5000
const changeEvent = 'reach-changed'

const store = createReach({
  ping,
  isOnline: () => navigator.onLine,
  isHidden: () => document.hidden,
  onChange: () => dispatchEvent(new Event(changeEvent)),
})

export const readReach = store.read
/** Checks now, when a caller has reason to doubt the state. */
export const recheckReach = store.check

const handlers: Record<string, () => void> = {
  offline: store.lost,
  online: () => void store.check(),
  [unanswered]: () => void store.check(),
}
let watchers = 0
let hasBegun = false

/** Calls `onChanged` when the server becomes reachable or unreachable; never in a preview. */
export function watchReach(onChanged: () => void): () => void {
  if (isPreview()) return () => {}
  addEventListener(changeEvent, onChanged)
  if (++watchers === 1) listen()
  return () => {
    removeEventListener(changeEvent, onChanged)
    if (--watchers === 0) leave()
  }
}

/** Also checks shortly after the start; without it only events trigger checks. */
export function startReachChecks() {
  if (isPreview()) return
  hasBegun = true
  store.begin()
}

export const isUnreachable = () => store.read().startsWith('no-')

/** Calls `act` when the server is reachable again. */
export function onReconnect(act: () => void): () => void {
  let wasAway = isUnreachable()
  return watchReach(() => {
    const isBack = wasAway && !isUnreachable()
    wasAway = isUnreachable()
    if (isBack) act()
  })
}

function listen() {
  for (const [kind, act] of Object.entries(handlers)) addEventListener(kind, act)
  document.addEventListener('visibilitychange', onVisibilityChange)
  if (!navigator.onLine) store.lost()
  else if (isUnreachable()) void store.check()
}

function leave() {
  store.pause()
  for (const [kind, act] of Object.entries(handlers)) removeEventListener(kind, act)
  document.removeEventListener('visibilitychange', onVisibilityChange)
}

function onVisibilityChange() {
  if (document.hidden) store.pause()
  else if (hasBegun || isUnreachable()) void store.check()
}

/** Bypasses the cache, and accepts only 204 or 429: a captive portal answers with something else. */
async function ping(): Promise<boolean> {
  const [method, path = ''] = addressOf('api.ping').split(' ')
  const how = { method, cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const
  const { status } = await fetch(path, how)
  return status === 204 || status === 429
}

const isPreview = () => new URLSearchParams(location.search).get('preview') === 'on'
