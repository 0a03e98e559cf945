import { countEarly, isWide } from './features/visits/count-visit.ts'
import { bring } from './platform/connection/bring.ts'
import { installEveryNth, readCardState, writeCardState } from './platform/device/device-state.ts'
import { beginLook, countLoad, keptEntriesKey, markInstalled } from './platform/device/looked.ts'
import { isStandalone } from './platform/app/standalone.ts'

/** The signs that somebody is about to do something. A voice that reads the page presses without a pointer. */
const intents = ['pointerdown', 'pointerover', 'click', 'keydown', 'focusin', 'appinstalled'] as const
const pressable = 'a,button,input,textarea,select,summary'

/** Waits until a page needs the app. Most do at once; a card that somebody only looks at may never. */
export async function untilNeeded(): Promise<void> {
  const [page, slug = '', dueMs = ''] = document.querySelector<HTMLElement>('[data-look]')?.dataset['look']?.split(' ') ?? []
  const alias = location.pathname.split('/')[1] ?? ''
  if (!page || isNeededAtOnce(alias)) return
  beginLook()
  countEarly({ alias, slug, page })
  await new Promise<void>((begin) => {
    const needed = () => {
      for (const kind of intents) removeEventListener(kind, hear)
      clearTimeout(timer)
      begin()
    }
    const hear = (event: Event) => {
      if (event.type === 'appinstalled') markInstalled()
      if (isIntent(event)) needed()
    }
    for (const kind of intents) addEventListener(kind, hear, { passive: true })
    const timer = setTimeout(
      () => void isDue(alias, dueMs.endsWith('?') || (dueMs.endsWith('-') && !isWide())).then((is) => is && needed()),
      Number.parseInt(dueMs),
    )
  })
}

/** A finger that scrolls, a tap on words and a pointer that passes by mean nothing; on what can be pressed they do. */
const isIntent = ({ type, target }: Event) =>
  type === 'keydown' || type === 'appinstalled' || (target instanceof Element && target.closest(pressable) !== null)

/** The starter heard a touch, the address asks for something, the card runs as an app, or they walk from page to page, or know each other. */
function isNeededAtOnce(alias: string): boolean {
  const isAsked = location.hash !== '' || !saysNothing(location.search)
  const walks = document.referrer.startsWith(`${location.origin}/`)
  const moves = document.querySelector('.video') !== null
  const touched: unknown = Reflect.get(window, 'touched')
  const isTouched = touched instanceof Event && isIntent(touched)
  return isTouched || isAsked || walks || moves || isStandalone() || readCardState(alias).connected
}

/** What a card does after a while: the owner asks, the way to install is shown at each fifth load, what waits here is sent. */
async function isDue(alias: string, asks: boolean): Promise<boolean> {
  const { installShown, neverAskAgain } = readCardState(alias)
  if ((asks && !neverAskAgain) || installShown % installEveryNth === 0) return true
  const { readValue } = await bring(() => import('./platform/device/device-store.ts'))
  if ((await readValue(keptEntriesKey)) !== undefined) return true
  countLoad(alias, installShown)
  writeCardState(alias, { installShown: installShown + 1 })
  return false
}

/** What others hang on a link to count who follows it says nothing to us. Each part ends where it must: there is one way to read them. */
export const saysNothing = (search: string): boolean => /^(?:\?(?:(?:utm_\w+|(?!utm_)\w*clid)=[^&]*(?:&|$))+)?$/.test(search)
