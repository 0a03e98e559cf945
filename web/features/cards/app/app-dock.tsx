import { cardHref, ownerHref, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useAppHref } from '../../../platform/app/use-app-address.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { AppStyle } from './app-style.tsx'
import type { FrameView } from '../frame/frame-view.ts'
import { shortCount } from '../../../ui/short-count.ts'

type Props = { frame: FrameView; page: CardPage | null; newContacts: number }

/** The dock of the installed card. Contacts has its own colors and loads as a document; signed-out users go through the login. */
export function AppDock({ frame: { address }, page, newContacts }: Props) {
  const t = useTranslate()
  const appHref = useAppHref()
  return (
    <nav className="dock app-dock" aria-label={t('owner.dock')}>
      <AppStyle />
      <PageLink href={cardHref(address, 'home')} aria-current={page === 'home' ? 'page' : undefined}>
        <Icon name="house" />
        {t('menu.home')}
      </PageLink>
      <button type="button" popoverTarget="share" data-tour="dock-share">
        <Icon name="share-2" />
        {t('nav.share')}
      </button>
      <a href={appHref(ownerHref(address.alias, 'myContacts'))} data-tour="dock-contacts">
        <Icon name="users" />
        <span>{t('owner.contacts')}</span>
        {newContacts > 0 && (
          <span className="app-count">
            <span aria-hidden="true">{shortCount(newContacts)}</span>
            <span className="sr-only">{t('owner.newContacts', { count: newContacts })}</span>
          </span>
        )}
      </a>
    </nav>
  )
}
