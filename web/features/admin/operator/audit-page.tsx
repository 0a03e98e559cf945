import { useTranslate } from '../../../i18n/use-translate.ts'
import { More, PageMain, Search } from './page-main.tsx'
import { anyCardHref, nextHref, placeHref } from './places.ts'
import type { ActView, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'audit' }>

/** What operators did, the newest first. */
export function AuditPage({ q, acts, next }: Props) {
  const t = useTranslate()
  const here = placeHref('/audit')
  return (
    <PageMain title={t('operator.acts')} lead={t('operator.actsLead')}>
      <Search action={here} label={t('operator.actsSearch')} q={q} />
      {acts.length === 0 ? (
        <p className="op-none">{q ? t('operator.actsNoMatch', { q }) : t('operator.actsNone')}</p>
      ) : (
        <ActRows acts={acts} isOfCard={false} />
      )}
      <More href={next && nextHref(here, q, next)} />
    </PageMain>
  )
}

export function ActRows({ acts, isOfCard }: { acts: ActView[]; isOfCard: boolean }) {
  return (
    <ol className="desk-rows plain op-acts">
      {acts.map(({ id, when, who, act, alias, more }) => (
        <li key={id}>
          <span className="desk-words">
            <b>
              {act}
              {alias && !isOfCard && (
                <>
                  {' '}
                  <a href={anyCardHref(alias)} dir="ltr">
                    /{alias}
                  </a>
                </>
              )}
            </b>
            {more && <small dir="auto">{more}</small>}
          </span>
          <span className="op-when">
            <span dir="auto">{who}</span>
            <small>{when}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
