const againMs = 3000

/**
 * A style sheet that does not come on a bad network is asked for until it does: a part of the page never stays without its
 * looks. React waits for the first answer alone, and hears of the failure as a promise that nobody holds.
 */
export function askForStylesAgain() {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      setTimeout(() => target.setAttribute('href', target.href), againMs)
    },
    true,
  )
  addEventListener('unhandledrejection', (lost) => lost.reason instanceof Event && lost.preventDefault())
}
