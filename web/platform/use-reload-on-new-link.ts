import { useEffect } from 'react'

/** A new link opened in this tab differs in its fragment only, which loads nothing. */
export function useReloadOnNewLink() {
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
}
