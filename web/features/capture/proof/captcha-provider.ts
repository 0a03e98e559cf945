import { trustedScriptUrl } from '../../../platform/trusted-script-url.ts'

type Provider = { kind: 'recaptcha' | 'turnstile'; siteKey: string; script: string }
type Recaptcha = { ready(then: () => void): void; execute(siteKey: string, how: { action: string }): Promise<string> }
type TurnstileOptions = Record<'sitekey' | 'action' | 'appearance', string> & Record<'callback' | 'error-callback', (code: string) => void>
type Turnstile = { render(place: HTMLElement, options: TurnstileOptions): string; remove(id: string): void }

const loading = new Map<string, Promise<void>>()

/** A token from Google reCAPTCHA or Cloudflare Turnstile. Their script is loaded on submit, not before. */
export async function requestToken({ kind, siteKey, script }: Provider, action: string): Promise<string> {
  await load(script)
  return kind === 'recaptcha' ? runRecaptcha(siteKey, action) : runTurnstile(siteKey, action)
}

async function runRecaptcha(siteKey: string, action: string): Promise<string> {
  const provider: Recaptcha = Reflect.get(window, 'grecaptcha')
  await new Promise<void>((resolve) => provider.ready(resolve))
  return provider.execute(siteKey, { action })
}

async function runTurnstile(siteKey: string, action: string): Promise<string> {
  const provider: Turnstile = Reflect.get(window, 'turnstile')
  const place = document.createElement('div')
  // Inside an open dialog, or the challenge would be hidden behind it.
  const around = document.querySelector('dialog[open]') ?? document.body
  around.append(place)
  let id = ''
  try {
    return await new Promise<string>((resolve, reject) => {
      id = provider.render(place, {
        sitekey: siteKey,
        // Turnstile allows no slash and at most 32 characters.
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
  const started = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustedScriptUrl('captcha', address)
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(address)
      reject(new Error('The captcha could not be loaded.'))
    }
    document.head.append(script)
  })
  loading.set(address, started)
  return started
}
