import { addressOf } from '#common/path-to.ts'
import { createReach } from './create-reach.ts'
import { unanswered } from '../api/unanswered.ts'

const silentForMs = 5000
const told = 'reach-told'

const store = createReach({
  ask,
  isOnline: () => navigator.onLine,
  isHidden: () => document.hidden,
  tell: () => dispatchEvent(new Event(told)),
})

export const readReach = store.read
/** For who has reason to doubt what is known. */
export const checkNow = store.check

const heardOf: Record<string, () => void> = {
  offline: store.lost,
  online: () => void store.check(),
  [unanswered]: () => void store.check(),
}
let watchers = 0
let hasBegun = false

/** Hears when the server is reached or no longer is. A preview watches nothing. */
export function watchReach(heard: () => void): () => void {
  if (isPreview()) return () => {}
  addEventListener(told, heard)
  if (++watchers === 1) listen()
  return () => {
    removeEventListener(told, heard)
    if (--watchers === 0) leave()
  }
}

/** Looks by itself too, soon after the start; without it only what happens is reason to look. */
export function beginReach() {
  if (isPreview()) return
  hasBegun = true
  store.begin()
}

export const isAway = () => store.read().startsWith('no-')

/** Calls when the server is reached again after it was not. */
export function whenBack(act: () => void): () => void {
  let wasAway = isAway()
  return watchReach(() => {
    const isBack = wasAway && !isAway()
    wasAway = isAway()
    if (isBack) act()
  })
}

function listen() {
  for (const [kind, act] of Object.entries(heardOf)) addEventListener(kind, act)
  document.addEventListener('visibilitychange', shown)
  if (!navigator.onLine) store.lost()
  else if (isAway()) void store.check()
}

function leave() {
  store.pause()
  for (const [kind, act] of Object.entries(heardOf)) removeEventListener(kind, act)
  document.removeEventListener('visibilitychange', shown)
}

function shown() {
  if (document.hidden) store.pause()
  else if (hasBegun || isAway()) void store.check()
}

/** Not from the cache, and no page of a hotel's network in its place: an answer is the one that was promised, or "not so often". */
async function ask(): Promise<boolean> {
  const [method, path = ''] = addressOf('api.reach').split(' ')
  const how = { method, cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(silentForMs) } as const
  const { status } = await fetch(path, how)
  return status === 204 || status === 429
}

const isPreview = () => new URLSearchParams(location.search).get('preview') === 'on'
