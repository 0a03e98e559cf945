/** A browser's own offer to install the card, as the page's first lines put it aside. */
export type InstallOffer = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: string }> }

const kind = 'beforeinstallprompt'
const used = 'install-offer-used'

export function readOffer(): InstallOffer | null {
  const kept: unknown = Reflect.get(globalThis, 'installOffer')
  return isOffer(kept) ? kept : null
}

/** Hears when there is one, and when there is none any more. */
export function watchOffer(heard: () => void): () => void {
  const kinds = [kind, used, 'appinstalled']
  for (const one of kinds) addEventListener(one, heard)
  return () => {
    for (const one of kinds) removeEventListener(one, heard)
  }
}

/** Asks the person, which each offer can do once and only where they have just pressed something. */
export async function takeOffer(): Promise<'accepted' | 'dismissed' | 'none'> {
  const offer = readOffer()
  if (!offer) return 'none'
  forgetOffer()
  try {
    await offer.prompt()
    return (await offer.userChoice).outcome === 'accepted' ? 'accepted' : 'dismissed'
  } catch {
    return 'none'
  }
}

/** It was taken, or the card was installed by the browser's own menu. */
export function forgetOffer() {
  Reflect.deleteProperty(globalThis, 'installOffer')
  dispatchEvent(new Event(used))
}

const isOffer = (value: unknown): value is InstallOffer => value instanceof Event && typeof Reflect.get(value, 'prompt') === 'function'
