import type { OwnCardItem } from '#contract/cards.ts'
import { cardHref, ownerHref } from '#contract/pages.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'

/** The cards of an account, each with the ways into it. */
export function OwnCards({ cards, logoutHref }: { cards: readonly OwnCardItem[]; logoutHref: string }) {
  const say = useLaterSay()
  return (
    <>
      {cards.length === 0 && <p className="login-more">{say('login.noCards')}</p>}
      <ul className="own-cards">
        {cards.map(({ alias, fullName, title }) => (
          <li key={alias}>
            <h2 dir="auto">{fullName || alias}</h2>
            <small dir="auto">{title || `/${alias}`}</small>
            <p>
              <a href={cardHref({ alias }, 'home')}>{say('login.openCard')}</a>
              <a href={ownerHref(alias, 'myContacts')}>{say('page.myContacts')}</a>
              <a href={ownerHref(alias, 'analytics')}>{say('page.analytics')}</a>
              <a href={ownerHref(alias, 'myAccount')}>{say('page.myAccount')}</a>
            </p>
          </li>
        ))}
      </ul>
      <p className="login-foot">
        <a href={logoutHref}>{say('login.logout')}</a>
      </p>
    </>
  )
}
