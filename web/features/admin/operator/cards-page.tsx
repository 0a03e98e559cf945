import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { More, PageMain, Search } from './page-main.tsx'
import { anyCardHref, nextHref, placeHref } from './places.ts'
import type { DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'cards' }>

/** Cards, whosever they are. */
export function CardsPage({ q, cards, next }: Props) {
  const t = useTranslate()
  const here = placeHref('/cards')
  return (
    <PageMain title={t('operator.cards')}>
      <Search action={here} label={t('operator.search')} q={q} />
      {cards.length === 0 && <p className="op-none">{q ? t('operator.noCard', { q }) : t('operator.noCards')}</p>}
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
              {isDemo && <span className="badge quiet">{t('operator.demo')}</span>}
              {isOff && <span className="badge quiet">{t(isDisabled ? 'operator.takenDown' : 'operator.off')}</span>}
              {plan === 'PRO' && <span className="badge">{isTrial ? t('operator.onTrial') : 'PRO'}</span>}
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
      <More href={next && nextHref(here, q, next)} />
    </PageMain>
  )
}
