import { useLocation, useNavigate } from 'react-router'

/** Dialogs that an address opens, `?dialog=name`: before any script, from a menu of another page, and again after an error. */
export function useAddressDialog() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const at = (dialog: string | null, of = '') => {
    const query = new URLSearchParams(search)
    for (const name of ['told', 'dialog', 'of']) query.delete(name)
    if (dialog) query.set('dialog', dialog)
    if (of) query.set('of', of)
    return query.size > 0 ? `${pathname}?${query}` : pathname
  }
  const query = new URLSearchParams(search)
  return {
    open: query.get('dialog') ?? '',
    /** What of several the dialog is about. */
    of: query.get('of') ?? '',
    hrefOf: (dialog: string, of = '') => at(dialog, of),
    close: () => {
      focusLink(`${pathname}${search}`)
      void navigate(at(null), { replace: true, preventScrollReset: true })
    },
  }
}

/** A dialog that was there with the page has no opener to give the focus back to: its link is the next best. */
function focusLink(href: string) {
  for (const link of document.querySelectorAll('a')) {
    const focused = document.activeElement
    // A closed dialog keeps the focus until the next frame.
    if (focused && focused !== document.body && !focused.closest('dialog')) return
    if (link.getAttribute('href') === href) link.focus()
  }
}
