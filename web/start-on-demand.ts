import { countEarly, isWide } from './features/visits/count-visit.ts'
import { importWithRetry } from './platform/connection/import-with-retry.ts'
import { installEveryNth, readCardState, writeCardState } from './platform/device/device-state.ts'
import { startViewClock, rememberCountedLoad, outboxKey, markInstalled } from './platform/device/before-app.ts'
import { isStandalone } from './platform/app/standalone.ts'

/** Events that suggest an interaction. Screen readers click without a pointer. */
const intents = ['pointerdown', 'pointerover', 'click', 'keydown', 'focusin', 'appinstalled'] as const
const clickable = 'a,button,input,textarea,select,summary'

/** Waits until a page needs the app. Most pages start at once; a card may never need it. */
export async function untilNeeded(): Promise<void> {
  const [page, slug = '', dueMs = ''] = document.querySelector<HTMLElement>('[data-start]')?.dataset['start']?.split(' ') ?? []
  const alias = location.pathname.split('/')[1] ?? ''
  if (!page || isNeededNow(alias)) return
  startViewClock()
  countEarly({ alias, slug, page })
  await new Promise<void>((begin) => {
    const needed = () => {
      for (const kind of intents) removeEventListener(kind, onEvent)
      clearTimeout(timer)
      begin()
    }
    const onEvent = (event: Event) => {
      if (event.type === 'appinstalled') markInstalled()
      if (isIntent(event)) needed()
    }
    for (const kind of intents) addEventListener(kind, onEvent, { passive: true })
    const timer = setTimeout(
      () => void isDue(alias, dueMs.endsWith('?') || (dueMs.endsWith('-') && !isWide())).then((is) => is && needed()),
      Number.parseInt(dueMs),
    )
  })
}

/** Scrolling, taps on text and passing pointers don't count; events on interactive elements do. */
const isIntent = ({ type, target }: Event) =>
  type === 'keydown' || type === 'appinstalled' || (target instanceof Element && target.closest(clickable) !== null)

/** True after a touch, with a meaningful query or hash, in an installed app, on navigation within the site, or for a known visitor. */
function isNeededNow(alias: string): boolean {
  const isPrompt = location.hash !== '' || !isTrackingOnly(location.search)
  const walks = document.referrer.startsWith(`${location.origin}/`)
  const moves = document.querySelector('.video') !== null
  const touched: unknown = Reflect.get(window, 'touched')
  const isTouched = touched instanceof Event && isIntent(touched)
  return isTouched || isPrompt || walks || moves || isStandalone() || readCardState(alias).connected
}

/**
 * Whether the card has something to do after its delay: the form prompt, the install prompt on every fifth visit, or queued reports
 * to send.
 */
async function isDue(alias: string, prompts: boolean): Promise<boolean> {
  const { visitCount, neverAskAgain } = readCardState(alias)
  if ((prompts && !neverAskAgain) || visitCount % installEveryNth === 0) return true
  const { readValue } = await importWithRetry(() => import('./platform/device/device-store.ts'))
  if ((await readValue(outboxKey)) !== undefined) return true
  rememberCountedLoad(alias, visitCount)
  writeCardState(alias, { visitCount: visitCount + 1 })
  return false
}

/** Whether the query has only tracking parameters. Each part ends at a fixed delimiter, so the pattern can't backtrack. */
export const isTrackingOnly = (search: string): boolean => /^(?:\?(?:(?:utm_\w+|(?!utm_)\w*clid)=[^&]*(?:&|$))+)?$/.test(search)
