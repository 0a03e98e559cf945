import { cardHref, ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useAppHref } from '../../../platform/app/use-app-address.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Count } from './count.tsx'
import type { FrameOwner, FramePage } from './frame-owner.ts'

/** The three places an owner goes to most, under the thumb. The card is a page of its own colours: it is loaded anew. */
export function OwnerDock({ owner: { alias, newContacts }, page }: { owner: FrameOwner; page: FramePage | null }) {
  const t = useTranslate()
  const home = useAppHref()(cardHref({ alias }, 'home'))
  return (
    <nav className="owner-dock" aria-label={t('owner.dock')}>
      <a href={home}>
        <Icon name="house" />
        {t('menu.home')}
      </a>
      <a href={`${home}#share`}>
        <Icon name="share-2" />
        {t('nav.share')}
      </a>
      <PageLink href={ownerHref(alias, 'myContacts')} aria-current={page === 'myContacts' ? 'page' : undefined}>
        <Icon name="users" />
        <span>
          {t('owner.contacts')}
          <Count count={newContacts} said={t('owner.newContacts', { count: newContacts })} isDoor />
        </span>
      </PageLink>
    </nav>
  )
}
