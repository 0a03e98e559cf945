import { useTranslate } from '../../../i18n/use-translate.ts'
import { DeskField } from '../desk-field.tsx'
import { More, PageMain } from './page-main.tsx'
import { nextHref, placeHref } from './places.ts'
import type { DeskTrouble } from './views.ts'

type Kept = { word: string; shown: string; reason: string | null; release: string }
type Props = {
  place: Parameters<typeof placeHref>[0]
  /** What it is called where it is sent. */
  field: string
  words: { title: string; lead: string; label: string; hint?: string; add: string; release: string; none: string }
  limits: { minLength?: number; maxLength: number; reasonLength: number }
  fault: string | undefined
  rows: readonly Kept[]
  next: string | null
  told: string | null
  trouble: DeskTrouble | null
}

/** Words that are kept from everybody, each with a reason: one is added above, and let go beside itself. */
export function KeptList({ place, field, words, limits, fault, rows, next, told, trouble }: Props) {
  const t = useTranslate()
  const { reasonLength, ...length } = limits
  return (
    <PageMain title={words.title} lead={words.lead} told={told} trouble={trouble}>
      <form className="desk-form" method="post">
        <div className="desk-pair">
          <DeskField label={words.label} hint={words.hint} fault={fault}>
            {(around) => (
              <input
                {...around}
                {...length}
                name={field}
                defaultValue={trouble?.typed[field]}
                required
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
              />
            )}
          </DeskField>
          <DeskField label={t('operator.note')} hint={t('operator.reasonHint')}>
            {(around) => <input {...around} name="reason" defaultValue={trouble?.typed['reason']} maxLength={reasonLength} dir="auto" />}
          </DeskField>
        </div>
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="add">
            {words.add}
          </button>
        </div>
      </form>
      {rows.length === 0 && <p className="op-none">{words.none}</p>}
      <ul className="desk-rows plain">
        {rows.map(({ word, shown, reason, release }) => (
          <li key={word}>
            <span className="desk-words">
              <b dir="ltr">{shown}</b>
              {reason && <small dir="auto">{reason}</small>}
            </span>
            <form method="post">
              <input type="hidden" name={field} value={word} />
              <button className="btn ghost" type="submit" name="intent" value="remove" aria-label={release}>
                {words.release}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <More href={next && nextHref(placeHref(place), '', next)} />
    </PageMain>
  )
}
