import { startTransition, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cardHref, cardPages, type CardAddress } from '#contract/pages.ts'
import { isCardPage, type CardMessage, type PreviewMessage } from '#contract/cards/preview.ts'
import { isPreviewMessage } from '../../../features/preview/read-preview-message.ts'

const post = (message: CardMessage) => parent.postMessage(message, location.origin)

/** Receives messages from the editor around the frame, and reports the current page to it. */
export function usePreviewMessages(address: CardAddress, apply: (message: PreviewMessage) => void) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const segment = pathname.split('/').at(-1)

  const handle = useEffectEvent((message: PreviewMessage) => {
    if (message.type === 'menu') toggleMenu(message.isOpen)
    else if (message.type === 'navigate') void navigate(previewHref(cardHref(address, message.page)), { replace: true })
    // Keeps the current screen until the next one has loaded completely, with its style sheets.
    else startTransition(() => apply(message))
  })

  useEffect(() => {
    const handleMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === parent && isPreviewMessage(data)) handle(data)
    }
    addEventListener('message', handleMessage)
    post({ source: 'carte-card', type: 'loaded', alias: address.alias })
    return () => removeEventListener('message', handleMessage)
  }, [address.alias])

  // A new page's content gets the focus, which the person who types beside the preview must keep.
  useLayoutEffect(() => document.getElementById('content')?.removeAttribute('tabindex'), [pathname])
  useEffect(() => {
    const page = Object.keys(cardPages).find((name) => isCardPage(name) && cardPages[name].segment === segment)
    if (isCardPage(page)) post({ source: 'carte-card', type: 'navigated', page })
  }, [segment])
}

export const previewHref = (path: string) => `${path}?preview=on`

function toggleMenu(isOpen: boolean) {
  const menu = document.getElementById('menu')
  if (isOpen !== menu?.matches(':popover-open')) menu?.togglePopover(isOpen)
}
