import { useTranslate } from '../../i18n/use-translate.ts'
import { useSimulated } from '../../platform/app/use-app-address.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './account-menu-on-card.css?page-style'
import { ShellLink } from './shell-link.tsx'
import { shortCount } from '../../ui/short-count.ts'
import { greetedName, type ShellEntry, type ShellPlan } from './shell-view.ts'
import { useOwnerNav } from './use-owner-nav.ts'

type Props = {
  owner: {
    alias: string
    cardName: string
    name: string
    email: string
    initials: string
    portrait: { src: string } | null
    experiments: readonly string[]
    newContacts: number
    isTeam: boolean
  }
  plan: ShellPlan
  links: { photo: string; logout: string }
  inboxCount: number | null
}

/** The shell's navigation on the owner's own card, in the card's colors. It opens without a script. */
export function AccountMenuOnCard({ owner, plan, links, inboxCount }: Props) {
  const t = useTranslate()
  const { helpUrl, hasPlans } = useSite()
  const isSimulated = useSimulated()
  const { alias, name, cardName, email, portrait, initials, isTeam } = owner
  const { groups } = useOwnerNav({ card: owner, here: null, isAdmin: false, hasSeveral: true, inboxCount, isApart: true })
  // The card is this page, and a simulated app has no account pages.
  const isLeftOut = ({ icon }: ShellEntry) => icon === 'id-card' || (isSimulated && icon === 'circle-user-round')
  return (
    <div className="account-menu" id="account-menu" popover="auto" role="dialog" aria-label={t('owner.accountMenu')}>
      <PageStyle name="account-menu-on-card" styles={styles} />
      <div className="account-menu-head across">
        <a href={links.photo}>
          <span className="sr-only">{t('account.photo')}</span>
          {portrait ? (
            <img className="owner-portrait center" src={portrait.src} width="52" height="52" alt="" />
          ) : (
            <span className="owner-portrait center" aria-hidden="true">
              {initials}
            </span>
          )}
          <span className="account-menu-pen center">
            <Icon name="pen-line" />
          </span>
        </a>
        <div>
          <b dir="auto">{t('owner.greeting', { name: greetedName(name || cardName, isTeam ? cardName : '') })}</b>
          <small>{email}</small>
          <small dir="ltr">/{alias}</small>
        </div>
      </div>
      <ul>
        {groups
          .flatMap(({ entries }) => entries)
          .filter((entry) => !isLeftOut(entry))
          .map((entry) => (
            <li key={entry.href}>
              <ShellLink entry={entry}>
                {typeof entry.icon === 'string' ? <Icon name={entry.icon} /> : entry.icon}
                <span>{entry.label}</span>
                {entry.icon === 'chart-no-axes-column' && <span className="badge new">{t('inbox.new')}</span>}
                {entry.count && entry.count.of > 0 && (
                  <span className="count">
                    <span aria-hidden="true">{shortCount(entry.count.of)}</span>
                    <span className="sr-only">{entry.count.label}</span>
                  </span>
                )}
              </ShellLink>
            </li>
          ))}
        {helpUrl && (
          <li>
            <ShellLink entry={{ href: helpUrl, label: '', icon: 'life-buoy' }}>
              <Icon name="life-buoy" />
              <span>{t('nav.help')}</span>
            </ShellLink>
          </li>
        )}
      </ul>
      {hasPlans && (
        <div className="account-menu-plan across">
          <span>{t(plan.label, { count: plan.days })}</span>
          {plan.link && <a href={plan.link.href}>{t(plan.link.kind === 'update' ? 'plan.update' : 'plan.change')}</a>}
        </div>
      )}
      <a className="account-menu-out" href={links.logout}>
        <Icon name="log-out" />
        {t('login.logout')}
      </a>
    </div>
  )
}
