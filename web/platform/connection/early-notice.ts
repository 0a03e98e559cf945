const style = 'max-width:min(24rem,100% - 4rem);margin:auto auto 6rem;padding:1rem;border:0;border-radius:1rem;background:#222;color:#fff'

/** A notice from scripts that run before the app, without its styles and components. */
export function showEarlyNotice(role: 'alert' | 'status', ...content: (string | Node)[]): () => void {
  const notice = document.createElement('p')
  notice.popover = 'manual'
  notice.setAttribute('role', role)
  notice.style.cssText = style
  document.body.append(notice)
  // The first script calls this: a browser without popovers (Safari before 17) must not fail here, and shows it at the end of the page.
  notice.showPopover?.()
  // Screen readers announce what changes in a notice that is there already.
  notice.append(...content)
  return () => notice.remove()
}

/** For messages that cannot be loaded when needed: the build inlines them in every language. */
export const inPageLanguage = (messages: Readonly<Record<string, string>>): string => {
  const { lang } = document.documentElement
  return messages[lang] ?? messages[lang.split('-')[0] ?? ''] ?? messages['en'] ?? ''
}
