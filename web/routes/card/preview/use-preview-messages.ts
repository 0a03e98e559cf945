import { startTransition, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cardHref, cardPages, type CardAddress } from '#contract/pages.ts'
import { isCardPage, type CardMessage, type PreviewMessage } from '#contract/cards/preview.ts'
import { isPreviewMessage } from '../../../features/preview/read-message.ts'

const tell = (message: CardMessage) => parent.postMessage(message, location.origin)

/** Hears the editor around the frame, and nobody else; tells it where the card stands. */
export function usePreviewMessages(address: CardAddress, apply: (message: PreviewMessage) => void) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const segment = pathname.split('/').at(-1)

  const take = useEffectEvent((message: PreviewMessage) => {
    if (message.type === 'menu') toggleMenu(message.isOpen)
    else if (message.type === 'navigate') void navigate(previewHref(cardHref(address, message.page)), { replace: true })
    // What is on screen stays until all of the next is there, its style sheets too.
    else startTransition(() => apply(message))
  })

  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === parent && isPreviewMessage(data)) take(data)
    }
    addEventListener('message', hear)
    tell({ source: 'carte-card', type: 'loaded', alias: address.alias })
    return () => removeEventListener('message', hear)
  }, [address.alias])

  useEffect(() => {
    const page = Object.keys(cardPages).find((name) => isCardPage(name) && cardPages[name].segment === segment)
    if (isCardPage(page)) tell({ source: 'carte-card', type: 'navigated', page })
  }, [segment])
}

export const previewHref = (path: string) => `${path}?preview=on`

function toggleMenu(isOpen: boolean) {
  const menu = document.getElementById('menu')
  if (isOpen !== menu?.matches(':popover-open')) menu?.togglePopover(isOpen)
}
