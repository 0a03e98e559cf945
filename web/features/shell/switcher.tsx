import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Avatar } from '../../ui/list/avatar.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Count } from '../../ui/status/badge.tsx'
import type { ShellCard, ShellWho } from './shell-view.ts'

export const chosenOf = ({ cards, alias }: ShellWho): ShellCard | null => cards.find((card) => card.alias === alias) ?? null

const useAddressOf = () => {
  const host = useSite().publicUrl.replace(/^https?:\/\//, '')
  return (alias: string) => `${host}/${alias}`
}

/** Which card this is about, and the way to the others. It stands at the foot of the sidebar, and at the head of a phone's sheet. */
export function WhoButton({ who, isInSheet = false }: { who: ShellWho; isInSheet?: boolean }) {
  const t = useTranslate()
  const addressOf = useAddressOf()
  const card = chosenOf(who)
  return (
    <button className={isInSheet ? 'shell-who in-sheet' : 'shell-who'} type="button" popoverTarget="account-menu">
      <Avatar name={card?.name ?? who.email} picture={card?.portrait ?? undefined} />
      <span>
        <b dir="auto">{card?.name ?? who.email}</b>
        {card && <small dir="ltr">{addressOf(card.alias)}</small>}
      </span>
      <span className="sr-only">{t('owner.accountMenu')}</span>
      {isInSheet && who.cards.length > 1 && <small>{t('shell.cardCount', { count: who.cards.length })}</small>}
      <Icon name="chevrons-up-down" />
    </button>
  )
}

/** All cards of a person, their login, and what belongs to no card. Opens without script. */
export function Switcher({ who }: { who: ShellWho }) {
  const t = useTranslate()
  const { helpUrl } = useSite()
  const addressOf = useAddressOf()
  const { cards, alias, email, plan, privacyHref, logoutHref } = who
  return (
    <div className="shell-switch" id="account-menu" popover="auto" role="dialog" aria-label={t('owner.accountMenu')}>
      <p id="shell-cards">{t('dashboard.cards')}</p>
      <ul aria-labelledby="shell-cards">
        {cards.map((card) => (
          <li key={card.alias}>
            <a className="shell-card" href={card.href} aria-current={card.alias === alias ? 'true' : undefined}>
              <Avatar name={card.name} picture={card.portrait ?? undefined} />
              <span>
                <b dir="auto">{card.name}</b>
                <small dir="ltr">{addressOf(card.alias)}</small>
              </span>
              {!card.isOn && <small>{t('dashboard.off')}</small>}
              {card.newContacts ? (
                <Count of={card.newContacts} label={t('owner.newContacts', { count: card.newContacts })} kind="door" />
              ) : null}
              {card.alias === alias && <Icon name="check" />}
            </a>
          </li>
        ))}
        <Way icon="plus" href="/account/new" label={t('dashboard.newCard')} />
      </ul>
      {plan && (
        <p className="shell-plan">
          <span>{t(plan.label, { count: plan.days })}</span>
          {plan.link && <a href={plan.link.href}>{t(plan.link.kind === 'update' ? 'plan.update' : 'plan.change')}</a>}
        </p>
      )}
      <p className="shell-email">{email}</p>
      <ul>
        <Way icon="key-round" href={privacyHref} label={t('privacy.title')} />
        {helpUrl && <Way icon="life-buoy" href={helpUrl} label={t('nav.help')} />}
        <Way icon="log-out" href={logoutHref} label={t('login.logout')} />
      </ul>
    </div>
  )
}

const Way = ({ icon, href, label }: { icon: IconName; href: string; label: string }) => (
  <li>
    <a href={href}>
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  </li>
)
