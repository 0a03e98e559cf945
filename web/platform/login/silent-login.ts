import { pathTo } from '#common/path-to.ts'
import { silentLoginMs } from '#contract/constants.ts'
import { propertyOf } from '#common/property-of.ts'

const path = pathTo('accounts.silentLogin')

let pending: Promise<boolean> | null = null

/** Checks for a session in a hidden iframe. Parallel calls share one check. */
export function silentLogin(cardKey = ''): Promise<boolean> {
  return (pending ??= requestStatus(cardKey).finally(() => (pending = null)))
}

function requestStatus(cardKey: string): Promise<boolean> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.hidden = true
    frame.title = 'Login'
    const timer = setTimeout(() => end(false), silentLoginMs)
    // Any window can post here: accept messages of this frame and origin only.
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.contentWindow || !isAnswer(data)) return
      end(data.isLoggedIn)
    }
    function end(isLoggedIn: boolean) {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
      frame.remove()
      resolve(isLoggedIn)
    }
    addEventListener('message', onMessage)
    frame.src = `${path}?${new URLSearchParams({ uId: cardKey })}`
    document.body.append(frame)
  })
}

function isAnswer(data: unknown): data is { source: string; isLoggedIn: boolean } {
  return propertyOf(data, 'source') === 'bff-silent-login' && typeof propertyOf(data, 'isLoggedIn') === 'boolean'
}
