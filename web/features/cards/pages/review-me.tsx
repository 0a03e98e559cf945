import { useTranslate } from '../../../i18n/use-translate.ts'
import { Glyph } from '../services/glyph.tsx'
import type { ReviewMeView, ReviewRow } from './review-me-view.ts'
import { OpenAction, ServiceRowsStyle, ShareAction } from '../services/service-rows.tsx'

/** One row per review service. For the owner, a service without a link yet is labeled so. */
export function ReviewMe({ view }: { view: ReviewMeView }) {
  const t = useTranslate()
  if (view.rows.length === 0) return null
  return (
    <>
      <ServiceRowsStyle />
      <ul className="plate-list" aria-label={t('review.places')}>
        {view.rows.map((row) =>
          row.href ? <Place key={row.id} row={row} to={row.href} view={view} /> : <Missing key={row.id} row={row} />,
        )}
      </ul>
    </>
  )
}

function Place({ row, to, view }: { row: ReviewRow; to: string; view: ReviewMeView }) {
  const t = useTranslate()
  const { id, name, click, hint, glyph, storedShort } = row
  return (
    <li className="service">
      <span className="tile center">
        <Glyph glyph={glyph} />
      </span>
      <span className="main">
        {name}
        {hint && <small>{hint}</small>}
      </span>
      <span className="acts">
        <OpenAction to={to} label={t('review.writeOn', { name })} click={click} />
        <ShareAction
          what={{
            shareLink: to,
            title: t('review.linkOf', { name }),
            shareBody: view.smsBody,
            emailBody: view.emailBody,
            smsBody: view.smsBody,
            shorten: { stored: storedShort, gradeServiceId: id, kind: 'review' },
          }}
          label={t('review.shareOf', { name })}
        />
      </span>
    </li>
  )
}

function Missing({ row: { name, glyph } }: { row: ReviewRow }) {
  const t = useTranslate()
  return (
    <li className="service missing">
      <span className="tile center">
        <Glyph glyph={glyph} />
      </span>
      <span className="main">
        {name}
        <small>{t('review.noLink')}</small>
      </span>
    </li>
  )
}
