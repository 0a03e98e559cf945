/** The browser's `beforeinstallprompt` event, which the page's inline script stores. */
type InstallOffer = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: string }> }

const kind = 'beforeinstallprompt'
const used = 'install-offer-used'

export function readOffer(): InstallOffer | null {
  const stored: unknown = Reflect.get(globalThis, 'installOffer')
  return isOffer(stored) ? stored : null
}

/** Calls `listener` when an offer arrives or is gone. */
export function watchOffer(listener: () => void): () => void {
  const kinds = [kind, used, 'appinstalled']
  for (const one of kinds) addEventListener(one, listener)
  return () => {
    for (const one of kinds) removeEventListener(one, listener)
  }
}

/** Shows the browser's install dialog. Each offer works once, and only right after a click. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | 'none'> {
  const offer = readOffer()
  if (!offer) return 'none'
  clearOffer()
  try {
    await offer.prompt()
    return (await offer.userChoice).outcome === 'accepted' ? 'accepted' : 'dismissed'
  } catch {
    return 'none'
  }
}

/** The offer was used, or the card was installed from the browser's menu. */
export function clearOffer() {
  Reflect.deleteProperty(globalThis, 'installOffer')
  dispatchEvent(new Event(used))
}

const isOffer = (value: unknown): value is InstallOffer => value instanceof Event && typeof Reflect.get(value, 'prompt') === 'function'
