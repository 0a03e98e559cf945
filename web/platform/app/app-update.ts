import { useEffect, useSyncExternalStore } from 'react'
import { hasUnsavedInput, watchInput } from '../device/unsaved-input.ts'
import { silentLogin } from '../login/silent-login.ts'
import type { WorkerMessage } from './worker-messages.ts'

type UpdateState = 'none' | 'checking' | 'waiting' | 'applying'
/** `typing`: the page does not reload because a form has unsaved input. */
type Applied = 'applied' | 'typing'
type AppUpdate = { state: UpdateState; check(): Promise<boolean>; apply(): Promise<Applied> }

const takeoverTimeoutMs = 10_000
const retryMs = 1000

let state: UpdateState = 'none'
const listener = new Set<() => void>()

function become(next: UpdateState) {
  state = next
  for (const notify of listener) notify()
}

const watch = (notify: () => void) => {
  listener.add(notify)
  return () => void listener.delete(notify)
}

/** The state of updates, as the service worker knows it. Without a worker, applying one reloads the page. */
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

/** Checks for a newer worker and waits until it is installed. Rejects without a connection. */
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
  if (hasUnsavedInput()) return 'typing'
  become('applying')
  const waiting = (await registration())?.waiting
  if (!waiting) reload()
  else {
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    // A page loaded without the worker gets no `controllerchange`.
    setTimeout(reload, takeoverTimeoutMs)
    waiting.postMessage({ kind: 'apply' } satisfies WorkerMessage)
    retryTakeover(waiting)
  }
  return 'applied'
}

/**
 * For a waiting worker, Chromium stops the old one as soon as it is idle. If a tab's request restarts it at that moment, Chromium does
 * not stop it again before the next navigation. The login check's frame is one. Ends even if unsaved input prevents the reload: the check
 * is rate limited, and the next navigation of the page does the same.
 */
function retryTakeover(waiting: ServiceWorker) {
  const timer = setInterval(() => {
    if (waiting.state === 'installed') void silentLogin()
    else clearInterval(timer)
  }, retryMs)
  setTimeout(() => clearInterval(timer), takeoverTimeoutMs)
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
/** Not while a form has unsaved input; the next trigger tries again. */
function reload() {
  if (isReloading || hasUnsavedInput()) return
  isReloading = true
  location.reload()
}

/** Reloads the page once after another worker took over, as soon as no form has unsaved input. */
export function useFollowUpdate() {
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    // The first worker of a page is no update.
    let isFirst = serviceWorker.controller === null
    const unwatch = watchInput()
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
