import { useContext, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { cardPages, type CardAddress } from '#contract/pages.ts'
import { LanguageContext, loadMessages } from '../../../i18n/use-translate.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { previewHref } from './use-preview-messages.ts'

const toastMs = 2500

/**
 * Clicks in a preview navigate within the card and do nothing else: no calls, emails, posts or downloads. Captured before the page's
 * own handlers.
 */
export function usePreviewClicks({ alias }: CardAddress) {
  const navigate = useNavigate()
  const language = useContext(LanguageContext)
  const showToast = useToast()

  const reject = useEffectEvent(async () => {
    const t = await loadMessages(language)
    showToast(t('preview.only'), { forMs: toastMs })
  })
  const handleClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    event.preventDefault()
    event.stopPropagation()
    const to = new URL(link.href)
    if (to.pathname === location.pathname && to.hash) return document.querySelector(to.hash)?.scrollIntoView()
    if (isWithin(to, alias)) return void navigate(previewHref(to.pathname), { replace: true })
    void reject()
  })

  useEffect(() => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      void reject()
    }
    const onClick = (event: MouseEvent) => handleClick(event)
    addEventListener('click', onClick, true)
    addEventListener('auxclick', onClick, true)
    addEventListener('submit', submit, true)
    return () => {
      removeEventListener('click', onClick, true)
      removeEventListener('auxclick', onClick, true)
      removeEventListener('submit', submit, true)
    }
  }, [])
}

const segments: readonly string[] = Object.values(cardPages).map(({ segment }) => segment)

function isWithin({ origin, pathname }: URL, alias: string): boolean {
  const [, first = '', ...rest] = pathname.split('/')
  return origin === location.origin && first.toLowerCase() === alias.toLowerCase() && segments.includes(rest.at(-1) ?? '')
}
