import { cardHref, ownerHref } from '#contract/pages.ts'
import { useLaterSay } from '../../../i18n/use-later-say.ts'
import { useAppHref } from '../../../platform/app/use-app-address.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Count } from './count.tsx'
import type { FrameOwner, FramePage } from './frame-owner.ts'

/** The three places an owner goes to most, under the thumb. The card is a page of its own colours: it is loaded anew. */
export function OwnerDock({ owner: { alias, newContacts }, page }: { owner: FrameOwner; page: FramePage | null }) {
  const say = useLaterSay()
  const home = useAppHref()(cardHref({ alias }, 'home'))
  return (
    <nav className="owner-dock" aria-label={say('owner.dock')}>
      <a href={home}>
        <Icon name="house" />
        {say('menu.home')}
      </a>
      <a href={`${home}#share`}>
        <Icon name="share-2" />
        {say('nav.share')}
      </a>
      <PageLink href={ownerHref(alias, 'myContacts')} aria-current={page === 'myContacts' ? 'page' : undefined}>
        <Icon name="users" />
        <span>
          {say('owner.contacts')}
          <Count count={newContacts} said={say('owner.newContacts', { count: newContacts })} isDoor />
        </span>
      </PageLink>
    </nav>
  )
}
