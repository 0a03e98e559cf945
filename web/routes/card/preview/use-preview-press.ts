import { useContext, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { cardPages, type CardAddress } from '#contract/pages.ts'
import { LanguageContext, loadMessages } from '../../../i18n/use-translate.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { previewHref } from './use-preview-messages.ts'

const saidForMs = 2500

/**
 * A press in a preview leads to the other pages of the card, and nowhere else: nobody is called, nothing is sent, saved or
 * opened. It is heard before anything of the page hears it.
 */
export function usePreviewPress({ alias }: CardAddress) {
  const navigate = useNavigate()
  const language = useContext(LanguageContext)
  const showToast = useToast()

  const refuse = useEffectEvent(async () => {
    const t = await loadMessages(language)
    showToast(t('preview.only'), { forMs: saidForMs })
  })
  const press = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    event.preventDefault()
    event.stopPropagation()
    const to = new URL(link.href)
    if (to.pathname === location.pathname && to.hash) return document.querySelector(to.hash)?.scrollIntoView()
    if (isWithin(to, alias)) return void navigate(previewHref(to.pathname), { replace: true })
    void refuse()
  })

  useEffect(() => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      void refuse()
    }
    const pressed = (event: MouseEvent) => press(event)
    addEventListener('click', pressed, true)
    addEventListener('auxclick', pressed, true)
    addEventListener('submit', submit, true)
    return () => {
      removeEventListener('click', pressed, true)
      removeEventListener('auxclick', pressed, true)
      removeEventListener('submit', submit, true)
    }
  }, [])
}

const segments: readonly string[] = Object.values(cardPages).map(({ segment }) => segment)

function isWithin({ origin, pathname }: URL, alias: string): boolean {
  const [, first = '', ...rest] = pathname.split('/')
  return origin === location.origin && first.toLowerCase() === alias.toLowerCase() && segments.includes(rest.at(-1) ?? '')
}
