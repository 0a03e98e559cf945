import { useLocation } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { loginHref } from './share-payload.ts'
import type { SharedCard } from './shared-card.ts'

/** What unlocks more ways to share: the login, or for the owner of a card without them an upgrade to PRO. */
export function ShareUpgrade({ card, link, upgradeHref }: { card: SharedCard; link: string; upgradeHref: string }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { hasPlans } = useSite()
  if (!card.hasAdvanced && !hasPlans) return null
  if (card.isOwn) {
    if (card.hasAdvanced) return null
    return (
      <PageLink className="share-upgrade" href={upgradeHref} reloadDocument data-upgrade="">
        <Icon name="key-round" />
        <span>{t('share.pro')}</span>
        <span className="badge">{t('home.pro')}</span>
      </PageLink>
    )
  }
  return (
    <PageLink className="share-upgrade" href={loginHref(card.alias, pathname, link)} reloadDocument>
      <Icon name="log-in" />
      <span>{t('share.login')}</span>
      <Icon name="chevron-right" />
    </PageLink>
  )
}
