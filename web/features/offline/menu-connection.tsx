import { useTranslate } from '../../i18n/use-translate.ts'
import { useReach } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from '../../ui/overlay/menu-notice.css?page-style'

/** A line in the menu, shown only while offline. */
export function MenuConnection() {
  const t = useTranslate()
  const reach = useReach()
  const { productName } = useSite()
  const isUnreachable = reach === 'no-internet' || reach === 'no-data'
  return (
    <>
      <PageStyle name="menu-notice" styles={styles} />
      {isUnreachable && (
        <div className="menu-notice">
          <Icon name="wifi-off" />
          <p>
            <b>{t(reach === 'no-internet' ? 'reach.noInternet' : 'reach.noData')}</b>
            {t('reach.limited', { product: productName })}
          </p>
        </div>
      )}
    </>
  )
}
