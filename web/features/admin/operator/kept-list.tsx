import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { KitStyle } from '../../../ui/kit-style.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
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
      <KitStyle />
      <form className="desk-form" method="post">
        <div className="desk-pair">
          <TextField
            {...length}
            label={words.label}
            hint={words.hint}
            error={fault}
            name={field}
            defaultValue={trouble?.typed[field]}
            required
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
          <TextField
            label={t('operator.note')}
            hint={t('operator.reasonHint')}
            name="reason"
            defaultValue={trouble?.typed['reason']}
            maxLength={reasonLength}
          />
        </div>
        <div className="desk-actions">
          <Button kind="primary" size="large" type="submit" name="intent" value="add">
            {words.add}
          </Button>
        </div>
      </form>
      {rows.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <List>
          {rows.map(({ word, shown, reason, release }) => (
            <ListRow
              key={word}
              title={<bdi dir="ltr">{shown}</bdi>}
              note={reason}
              end={
                <form method="post">
                  <input type="hidden" name={field} value={word} />
                  <Button kind="ghost" type="submit" name="intent" value="remove" aria-label={release}>
                    {words.release}
                  </Button>
                </form>
              }
            />
          ))}
        </List>
      )}
      <More href={next && nextHref(placeHref(place), '', next)} />
    </PageMain>
  )
}
