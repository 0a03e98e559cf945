import type { Page } from 'playwright-core'

type Where = 'toast' | 'status' | 'alert'

/**
 * Records what the page shows or announces only for a moment: toasts, status messages and alerts. Call it before opening a page.
 * Returns a function that waits until a message with this text has been there.
 */
export async function recordMessages(page: Page): Promise<(where: Where, text: string) => Promise<void>> {
  await page.addInitScript(record)
  return async (where, text) => {
    await page.waitForFunction(
      ([kind, part]) =>
        (Reflect.get(window, 'recordedMessages') as string[]).some((one) => one.startsWith(`${kind}: `) && one.includes(part)),
      [where, text] as const,
    )
  }
}

/** Runs in the page. */
function record() {
  const messages = new Set<string>()
  const list: string[] = []
  Reflect.set(window, 'recordedMessages', list)
  const add = (where: string, { textContent }: Element) => {
    const message = `${where}: ${textContent.trim()}`
    if (messages.has(message)) return
    messages.add(message)
    list.push(message)
  }
  new MutationObserver(() => {
    for (const where of ['status', 'alert']) for (const one of document.querySelectorAll(`[role=${where}]`)) add(where, one)
  }).observe(document, { subtree: true, childList: true, characterData: true })
  // A toast is visible once its popover opens.
  const onToggle = ({ target }: Event) => {
    if (target instanceof Element && target.matches('.ui-toast-place:popover-open')) add('toast', target)
  }
  document.addEventListener('toggle', onToggle, { capture: true })
}
