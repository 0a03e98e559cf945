import { useLocation } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { SharePayload } from '../../platform/sharing.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { loginHref } from './share-payload.ts'
import type { SharedCard } from './shared-card.ts'

/** What would open more ways: PRO for a card that has not got them, else its owner's login. One of the two, and quiet. */
export function ShareDoors({ card, payload, upgradeHref }: { card: SharedCard; payload: SharePayload; upgradeHref: string }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  if (!card.hasAdvanced) {
    return (
      <PageLink className="share-door" href={upgradeHref} data-upgrade="">
        <Icon name="key-round" />
        <span>{t('share.pro')}</span>
        <span className="badge">{t('home.pro')}</span>
      </PageLink>
    )
  }
  if (card.isOwn) return null
  return (
    <PageLink className="share-door" href={loginHref(card.alias, pathname, payload.shareLink)}>
      <Icon name="log-in" />
      <span>{t('share.login')}</span>
      <Icon name="chevron-right" />
    </PageLink>
  )
}
