import type { ReactNode } from 'react'
import { ownerHref, type OwnerPage } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useAppHref, useSimulated } from '../../../platform/app/use-app-address.ts'
import { useSite } from '../../../platform/use-site.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { AnyIcon } from '../../../ui/icons/icon-names.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import css from './account-menu.css?inline'
import href from './account-menu.css?url'
import onCardCss from './account-menu-on-card.css?inline'
import onCardHref from './account-menu-on-card.css?url'
import { Count } from './count.tsx'
import { firstNameOf, type FrameLinks, type FrameOwner, type FramePlan } from './frame-owner.ts'
import { Portrait } from './portrait.tsx'

export type AccountMenuProps = {
  owner: FrameOwner
  plan: FramePlan
  links: FrameLinks
  inboxCount: number | null
  /** Away from the owner's pages, which wear other styles and are loaded anew. */
  isElsewhere?: boolean
}

/** What a person may want of their account from any page. It opens without script. */
export function AccountMenu({ owner, plan, links, inboxCount, isElsewhere = false }: AccountMenuProps) {
  const t = useTranslate()
  const { helpUrl } = useSite()
  const isSimulated = useSimulated()
  const appHref = useAppHref()
  const { alias, name, cardName, email, experiments } = owner
  const own = (page: OwnerPage) => (isElsewhere ? { href: appHref(ownerHref(alias, page)), isElsewhere } : { href: ownerHref(alias, page) })
  return (
    <div className="account-menu" id="account-menu" popover="auto" role="dialog" aria-label={t('owner.accountMenu')}>
      <div className="account-menu-head">
        <a href={links.photo}>
          <span className="sr-only">{t('account.photo')}</span>
          <Portrait owner={owner} size={52} />
          <span className="account-menu-pen">
            <Icon name="pen-line" />
          </span>
        </a>
        <div>
          <b dir="auto">{t('owner.greeting', { name: firstNameOf(name || cardName) })}</b>
          <small>{email}</small>
          <small dir="ltr">/{alias}</small>
        </div>
      </div>
      <ul>
        <Entry icon="monitor" href={links.dashboard} isElsewhere label={t('owner.dashboard')} />
        {experiments.includes('NotificationsSubscribe') && (
          <Entry icon="bell" {...own('myNotifications')} label={t('inbox.title')}>
            <Count count={inboxCount ?? 0} said={t('inbox.newCount', { count: inboxCount ?? 0 })} />
          </Entry>
        )}
        {!isSimulated && <Entry icon="circle-user-round" {...own('myAccount')} label={t('page.myAccount')} />}
        <Entry icon="chart-no-axes-column" {...own('analytics')} label={t('analytics.title')}>
          <span className="badge new">{t('inbox.new')}</span>
        </Entry>
        {helpUrl && <Entry icon="life-buoy" href={helpUrl} label={t('nav.help')} />}
      </ul>
      <div className="account-menu-plan">
        <span>{t(plan.label, { count: plan.days })}</span>
        {plan.link && <a href={plan.link.href}>{t(plan.link.kind === 'update' ? 'plan.update' : 'plan.change')}</a>}
      </div>
      <a className="account-menu-out" href={links.logout}>
        <Icon name="log-out" />
        {t('login.logout')}
      </a>
    </div>
  )
}

type EntryProps = { icon: AnyIcon; href: string; label: string; isElsewhere?: boolean; children?: ReactNode }

function Entry({ icon, href, label, isElsewhere = false, children }: EntryProps) {
  const words = (
    <>
      <Icon name={icon} />
      <span>{label}</span>
      {children}
    </>
  )
  return <li>{isElsewhere ? <a href={href}>{words}</a> : <PageLink href={href}>{words}</PageLink>}</li>
}

/** The same menu on the owner's card, in the card's colours. */
export function AccountMenuOnCard(props: AccountMenuProps) {
  return (
    <>
      <PageStyle name="account-menu" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <PageStyle name="account-menu-on-card" css={import.meta.env.SSR ? onCardCss : ''} href={onCardHref} weight="part" />
      <AccountMenu {...props} isElsewhere />
    </>
  )
}
