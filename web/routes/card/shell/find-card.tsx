import { noDataPath } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'

/** Opens a card by its name. A plain form: it works before any script. */
export function FindCard({ alias = '', label }: { alias?: string; label: string }) {
  const t = useTranslate()
  return (
    <form className="find sheet-panel" action={noDataPath} method="get">
      <label htmlFor="alias">{label}</label>
      <div>
        <input
          id="alias"
          name="alias"
          defaultValue={alias}
          required
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={60}
        />
        <button className="btn door" type="submit">
          {t('noData.open')}
        </button>
      </div>
    </form>
  )
}
