import { pathTo } from '#common/path-to.ts'
import { silentLoginMs } from '#contract/constants.ts'

const path = pathTo('accounts.silentLogin')

let underWay: Promise<boolean> | null = null

/** Asks, in a frame nobody sees, whether somebody is signed in. However many ask at once, it is asked once. */
export function silentLogin(cardKey = ''): Promise<boolean> {
  return (underWay ??= ask(cardKey).finally(() => (underWay = null)))
}

function ask(cardKey: string): Promise<boolean> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.hidden = true
    frame.title = 'Login'
    const timer = setTimeout(() => end(false), silentLoginMs)
    // Anybody may post to this window: only our own frame, on our own site, is listened to.
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.contentWindow || !isAnswer(data)) return
      end(data.isLoggedIn)
    }
    function end(isLoggedIn: boolean) {
      clearTimeout(timer)
      removeEventListener('message', hear)
      frame.remove()
      resolve(isLoggedIn)
    }
    addEventListener('message', hear)
    frame.src = `${path}?${new URLSearchParams({ uId: cardKey })}`
    document.body.append(frame)
  })
}

function isAnswer(data: unknown): data is { source: string; isLoggedIn: boolean } {
  return (
    typeof data === 'object' &&
    data !== null &&
    Reflect.get(data, 'source') === 'bff-silent-login' &&
    typeof Reflect.get(data, 'isLoggedIn') === 'boolean'
  )
}
