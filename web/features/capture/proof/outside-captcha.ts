type Provider = { kind: 'recaptcha' | 'turnstile'; siteKey: string; script: string }
type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }
type Recaptcha = { ready(then: () => void): void; execute(siteKey: string, how: { action: string }): Promise<string> }
type TurnstileWishes = Record<'sitekey' | 'action' | 'appearance', string> & Record<'callback' | 'error-callback', (said: string) => void>
type Turnstile = { render(place: HTMLElement, wishes: TurnstileWishes): string; remove(id: string): void }

const loading = new Map<string, Promise<void>>()

/** A token of Google's or Cloudflare's. Their script is fetched when somebody presses, and not before. */
export async function askProvider({ kind, siteKey, script }: Provider, action: string): Promise<string> {
  await load(script)
  return kind === 'recaptcha' ? askRecaptcha(siteKey, action) : askTurnstile(siteKey, action)
}

async function askRecaptcha(siteKey: string, action: string): Promise<string> {
  const provider: Recaptcha = Reflect.get(window, 'grecaptcha')
  await new Promise<void>((resolve) => provider.ready(resolve))
  return provider.execute(siteKey, { action })
}

async function askTurnstile(siteKey: string, action: string): Promise<string> {
  const provider: Turnstile = Reflect.get(window, 'turnstile')
  const place = document.createElement('div')
  // In the dialog, if there is one: what it asks for is shown above everything else.
  const around = document.querySelector('dialog[open]') ?? document.body
  around.append(place)
  let id = ''
  try {
    return await new Promise<string>((resolve, reject) => {
      id = provider.render(place, {
        sitekey: siteKey,
        // It takes no slash, and 32 letters.
        action: action.replaceAll(/[^\w-]/g, '_').slice(0, 32),
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': (code) => reject(new Error(`The captcha failed: ${code}`)),
      })
    })
  } finally {
    provider.remove(id)
    place.remove()
  }
}

function load(address: string): Promise<void> {
  const before = loading.get(address)
  if (before) return before
  const begun = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
    script.src = policies?.createPolicy('captcha', { createScriptURL: (url) => url }).createScriptURL(address) ?? address
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(address)
      reject(new Error('The captcha could not be loaded.'))
    }
    document.head.append(script)
  })
  loading.set(address, begun)
  return begun
}
