import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { TextLink } from '../../ui/button/text-link.tsx'
import { Avatar } from '../../ui/list/avatar.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Words } from '../../ui/list/words.tsx'
import { Count } from '../../ui/status/badge.tsx'
import type { ShellCard, ShellWho } from './shell-view.ts'

export const chosenOf = ({ cards, alias }: ShellWho): ShellCard | null => cards.find((card) => card.alias === alias) ?? null

const useAddressOf = () => {
  const host = useSite().publicUrl.replace(/^https?:\/\//, '')
  return (alias: string) => `${host}/${alias}`
}

/**
 * The chosen card, with a button that opens the list of cards. At the bottom of the sidebar, and at the top of the sheet on a
 * phone.
 */
export function WhoButton({ who, isInSheet = false }: { who: ShellWho; isInSheet?: boolean }) {
  const t = useTranslate()
  const addressOf = useAddressOf()
  const card = chosenOf(who)
  const name = card?.name ?? (who.name || who.email)
  return (
    <button className={isInSheet ? 'shell-who in-sheet across' : 'shell-who across'} type="button" popoverTarget="account-menu">
      <Avatar name={name} picture={card?.portrait ?? undefined} />
      <Words title={name} note={who.role ?? (card && <span dir="ltr">{addressOf(card.alias)}</span>)} isCut />
      <span className="sr-only">{t('owner.accountMenu')}</span>
      {isInSheet && who.cards.length > 1 && <small>{t('shell.cardCount', { count: who.cards.length })}</small>}
      <Icon name="chevrons-up-down" />
    </button>
  )
}

/** All cards of the account, the login, and links that belong to no card. Opens without a script. */
export function Switcher({ who }: { who: ShellWho }) {
  const t = useTranslate()
  const { helpUrl, hasPlans } = useSite()
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
              <Words title={card.name} note={<span dir="ltr">{addressOf(card.alias)}</span>} isCut />
              {!card.isOn && <small>{t(card.isAvailable ? 'dashboard.off' : 'dashboard.unavailable')}</small>}
              {card.newContacts ? (
                <Count of={card.newContacts} label={t('owner.newContacts', { count: card.newContacts })} kind="door" />
              ) : null}
              {card.alias === alias && <Icon name="check" />}
            </a>
          </li>
        ))}
        <Way icon="plus" href="/account/new" label={t('dashboard.newCard')} />
      </ul>
      {plan && hasPlans && (
        <p className="shell-plan across">
          <span>{t(plan.label, { count: plan.days })}</span>
          {plan.link && (
            <TextLink isDocument href={plan.link.href}>
              {t(plan.link.kind === 'update' ? 'plan.update' : 'plan.change')}
            </TextLink>
          )}
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
