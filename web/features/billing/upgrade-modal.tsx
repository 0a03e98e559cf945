import { useEffect, useRef, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { BillingStyle } from './billing-style.tsx'
import { NoticeStyle } from './notice-style.tsx'
import { PlanFeatures } from './plan-features.tsx'

/**
 * Opens where something locked is pressed: a link that carries `data-upgrade` and leads to the subscription by itself. Opened in
 * another window, or without this, it stays that link.
 */
export function UpgradeModal({ price }: { price: string }) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [href, setHref] = useState('')

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-upgrade]') : null
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      setHref(link.href)
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    document.addEventListener('click', open, true)
    return () => document.removeEventListener('click', open, true)
  }, [])

  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className="upgrade-modal" aria-labelledby="upgrade-title">
      <BillingStyle />
      <NoticeStyle />
      <header>
        <h2 id="upgrade-title" tabIndex={-1} autoFocus>
          {t('restricted.upgrade')}
        </h2>
        <button type="button" aria-label={t('close')} onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <p>{t('restricted.lead')}</p>
      <PlanFeatures />
      {price && <p className="upgrade-modal-price">{t('restricted.price', { price })}</p>}
      <a className="btn large wide brass" href={href}>
        <Icon name="key-round" />
        {t('restricted.upgrade')}
      </a>
      <button className="btn wide ghost" type="button" onClick={close}>
        {t('restricted.cancel')}
      </button>
    </dialog>
  )
}
