import { useEffect, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { KitStyle } from '../../ui/kit-style.tsx'
import { closeAround, Dialog } from '../../ui/overlay/dialog.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { PlanFeatures } from './plan-features.tsx'
import styles from './plan-notices.css?page-style'

/** Cards do not load the kit, so the dialog brings its style sheet and maps the tokens to the card’s colors. */
export const UpgradeOnCard = () => (
  <div className="on-card">
    <KitStyle />
    <PageStyle name="plan-notices" styles={styles} />
    <UpgradeDialog price="" />
  </div>
)

/** Opens on a click on a link with `data-upgrade`, which leads to the subscription without a script and in a new tab. */
export function UpgradeDialog({ price }: { price: string }) {
  const t = useTranslate()
  const [href, setHref] = useState<string | null>(null)

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-upgrade]') : null
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      setHref(link.href)
    }
    document.addEventListener('click', open, true)
    return () => document.removeEventListener('click', open, true)
  }, [])

  return (
    <Dialog
      isOpen={href !== null}
      onClose={() => setHref(null)}
      title={t('restricted.upgrade')}
      lead={t('restricted.lead')}
      closeLabel={t('close')}
      actions={
        <>
          <Button kind="ghost" onClick={closeAround}>
            {t('restricted.cancel')}
          </Button>
          <ButtonLink kind="brass" icon="key-round" isDocument href={href ?? ''}>
            {t('restricted.upgrade')}
          </ButtonLink>
        </>
      }
    >
      <PlanFeatures />
      {price && <p>{t('restricted.price', { price })}</p>}
    </Dialog>
  )
}
