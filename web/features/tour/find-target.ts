import { ownOf } from '#contract/own-of.ts'

/** Some parts of every card are known by what they open. */
const known: Readonly<Record<string, string>> = {
  'dock-share': '.dock [popovertarget="share"], .head [popovertarget="share"]',
  menu: '[popovertarget="menu"]',
  'dock-contacts': '.dock [href$="/my-contacts"]',
}

/** The part of the page a step speaks of: of several the first to be seen. */
export function findTarget(name: string): HTMLElement | null {
  const marked = [...document.querySelectorAll<HTMLElement>('[data-tour]')].filter((part) => part.dataset['tour'] === name)
  const selector = ownOf(known, name)
  const usual = selector ? document.querySelectorAll<HTMLElement>(selector) : []
  return [...marked, ...usual].find((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) ?? null
}
