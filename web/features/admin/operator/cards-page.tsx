import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { More, PageMain, Search } from './page-main.tsx'
import { anyCardHref, nextHref, placeHref } from './places.ts'
import type { DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'cards' }>

/** Cards, whosever they are. */
export function CardsPage({ q, cards, next }: Props) {
  const say = useAccountSay()
  const here = placeHref('/cards')
  return (
    <PageMain title={say('operator.cards')}>
      <Search action={here} label={say('operator.search')} q={q} />
      {cards.length === 0 && <p className="op-none">{q ? say('operator.noCard', { q }) : say('operator.noCards')}</p>}
      <ul className="desk-rows">
        {cards.map(({ alias, fullName, companyName, plan, isTrial, isOff, isDisabled, isDemo }) => (
          <li key={alias}>
            <a href={anyCardHref(alias)}>
              <span className="desk-words">
                <b dir="auto">{fullName || alias}</b>
                <small>
                  <span dir="ltr">/{alias}</span>
                  {companyName && (
                    <>
                      {' · '}
                      <span dir="auto">{companyName}</span>
                    </>
                  )}
                </small>
              </span>
              {isDemo && <span className="badge quiet">{say('operator.demo')}</span>}
              {isOff && <span className="badge quiet">{say(isDisabled ? 'operator.takenDown' : 'operator.off')}</span>}
              {plan === 'PRO' && <span className="badge">{isTrial ? say('operator.onTrial') : 'PRO'}</span>}
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
      <More href={next && nextHref(here, q, next)} />
    </PageMain>
  )
}
