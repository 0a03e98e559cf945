import { useEffect, useSyncExternalStore } from 'react'
import { hasTypedWords, watchTyping } from '../device/typed-words.ts'
import type { ToWorker } from './worker-messages.ts'

export type UpdateState = 'none' | 'checking' | 'waiting' | 'applying'
/** What came of it: the page loads anew, or stays because a form on it holds typed words. */
export type Applied = 'applied' | 'typing'
export type AppUpdate = { state: UpdateState; check(): Promise<boolean>; apply(): Promise<Applied> }

const takesOverMs = 5000

let state: UpdateState = 'none'
const heard = new Set<() => void>()

function become(next: UpdateState) {
  state = next
  for (const hear of heard) hear()
}

const watch = (hear: () => void) => {
  heard.add(hear)
  return () => void heard.delete(hear)
}

/** A newer build of the product, as this device's worker knows it. Where there is no worker, applying loads the page anew. */
export function useAppUpdate(): AppUpdate {
  const now = useSyncExternalStore(
    watch,
    () => state,
    () => 'none' as const,
  )
  useFollowUpdate()
  useEffect(() => void lookForWaiting(), [])
  return { state: now, check, apply }
}

async function lookForWaiting() {
  if ((await registration())?.waiting && state === 'none') become('waiting')
}

/** Asks whether the server has another worker, and waits until it is ready. Rejects where nothing can be asked. */
async function check(): Promise<boolean> {
  const known = await registration()
  if (!known) return false
  const before = state
  if (before !== 'applying') become('checking')
  try {
    await known.update()
    if (known.installing) await settled(known.installing)
  } finally {
    if (before !== 'applying') become(known.waiting ? 'waiting' : 'none')
  }
  return known.waiting !== null
}

async function apply(): Promise<Applied> {
  if (hasTypedWords()) return 'typing'
  become('applying')
  const waiting = (await registration())?.waiting
  if (!waiting) reload()
  else {
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    // A page that was loaded past the worker hears of no change.
    setTimeout(reload, takesOverMs)
    waiting.postMessage({ kind: 'apply' } satisfies ToWorker)
  }
  return 'applied'
}

const registration = async () =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration('/').catch(() => undefined) : undefined

function settled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => worker.state !== 'installing' && resolve()
    worker.addEventListener('statechange', look)
    look()
  })
}

let isReloading = false
/** Not while words are typed: then it is done once they are gone. */
function reload() {
  if (isReloading || hasTypedWords()) return
  isReloading = true
  location.reload()
}

/** Another worker took over: this page loads anew once, at once or as soon as no form on it holds typed words. */
export function useFollowUpdate() {
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    // The first one changes nothing: the page was made without.
    let isFirst = serviceWorker.controller === null
    const unwatch = watchTyping()
    let isDue = false
    const follow = () => {
      if (isDue) reload()
    }
    const due = () => {
      isDue = !isFirst
      isFirst = false
      follow()
    }
    serviceWorker.addEventListener('controllerchange', due)
    addEventListener('popstate', follow)
    document.addEventListener('visibilitychange', follow)
    return () => {
      unwatch()
      serviceWorker.removeEventListener('controllerchange', due)
      removeEventListener('popstate', follow)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])
}
