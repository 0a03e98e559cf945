const style = 'margin:0;padding:.75rem 1rem;background:#222;color:#fff;font-size:.875rem'

/** A notice from scripts that run before the app, without its styles and components: above the page, in its flow. */
export function showEarlyNotice(role: 'alert' | 'status', ...content: (string | Node)[]): () => void {
  const { body } = document
  const notice = document.createElement('p')
  notice.setAttribute('role', role)
  notice.style.cssText = style
  // React skips it when it hydrates: the first child of a page's body is never a paragraph.
  body.prepend(notice)
  // Screen readers announce what changes in a notice that is there already.
  notice.append(...content)
  return () => notice.remove()
}

/** For messages that cannot be loaded when needed: the build inlines them in every language. */
export const inPageLanguage = (messages: Readonly<Record<string, string>>): string => {
  const { lang } = document.documentElement
  return messages[lang] ?? messages[lang.split('-')[0] ?? ''] ?? messages['en'] ?? ''
}
