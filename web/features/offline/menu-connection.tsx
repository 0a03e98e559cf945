import { useTranslate } from '../../i18n/use-translate.ts'
import { useReach } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './menu-connection.css?inline'
import href from './menu-connection.css?url'

/** A line of the menu while there is no connection, and nothing else. */
export function MenuConnection() {
  const t = useTranslate()
  const reach = useReach()
  const { productName } = useSite()
  const isAway = reach === 'no-internet' || reach === 'no-data'
  return (
    <>
      <PageStyle name="menu-connection" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {isAway && (
        <div className="menu-connection">
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
