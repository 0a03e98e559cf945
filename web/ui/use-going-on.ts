import { useEffect } from 'react'

/** On to another host: a form may not lead there by itself, a page may. Beside it stands a link, for who has no script. */
export function useGoingOn(href: string | undefined) {
  useEffect(() => {
    if (href) location.assign(href)
  }, [href])
}
