import { noDataPath } from '#contract/pages.ts'
import { useLaterSay } from '../../../i18n/use-later-say.ts'

/** Opens a card by its name. A plain form: it works before any script. */
export function FindCard({ alias = '', label }: { alias?: string; label: string }) {
  const say = useLaterSay()
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
          {say('noData.open')}
        </button>
      </div>
    </form>
  )
}
