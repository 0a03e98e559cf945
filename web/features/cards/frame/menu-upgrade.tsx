import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { AppStyle } from '../app/app-style.tsx'

/** A line of the menu for an owner whose plan keeps something shut. */
export function MenuUpgrade({ href }: { href: string }) {
  const t = useTranslate()
  return (
    <div className="menu-upgrade">
      <AppStyle />
      <Icon name="key-round" />
      <p>
        <b>{t('restricted.upgrade')}</b>
        {t('frame.upgradeMore')}
      </p>
      <a className="btn" href={href}>
        {t('frame.upgrade')}
      </a>
    </div>
  )
}
