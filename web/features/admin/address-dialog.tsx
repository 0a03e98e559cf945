import { useLocation, useNavigate } from 'react-router'

/** Dialogs opened by the address, `?dialog=name`: without a script, from a menu of another page, and again after an error. */
export function useAddressDialog() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const at = (dialog: string | null, of = '') => {
    const query = new URLSearchParams(search)
    for (const name of ['done', 'about', 'dialog', 'of']) query.delete(name)
    if (dialog) query.set('dialog', dialog)
    if (of) query.set('of', of)
    return query.size > 0 ? `${pathname}?${query}` : pathname
  }
  const query = new URLSearchParams(search)
  return {
    open: query.get('dialog') ?? '',
    /** Which of several items the dialog is about. */
    of: query.get('of') ?? '',
    hrefOf: (dialog: string, of = '') => at(dialog, of),
    close: () => {
      focusLink(`${pathname}${search}`)
      void navigate(at(null), { replace: true, preventScrollReset: true })
    },
  }
}

/** A dialog that was open on load has no opener to return the focus to, so its link gets it. */
function focusLink(href: string) {
  for (const link of document.querySelectorAll('a')) {
    const focused = document.activeElement
    // A closed dialog keeps the focus until the next frame.
    if (focused && focused !== document.body && !focused.closest('dialog')) return
    if (link.getAttribute('href') === href) link.focus()
  }
}
