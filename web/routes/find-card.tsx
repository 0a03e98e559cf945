import { noDataPath } from '#contract/pages.ts'
import { Icon } from '../ui/icons/icon.tsx'

type Props = { label: string; isLabelHidden?: boolean; button: string; example?: string; searched?: string; isMain?: boolean }

/** Opens or finds a card by its alias, name or company. A plain form that works without scripts. */
export const FindCard = ({ label, isLabelHidden = false, button, example, searched, isMain = false }: Props) => (
  <form className="find" action={noDataPath} method="get" role="search">
    <label htmlFor="alias" className={isLabelHidden ? 'sr-only' : undefined}>
      {label}
    </label>
    <span>
      <Icon name="search" />
      <input
        id="alias"
        name="alias"
        type="search"
        enterKeyHint="search"
        placeholder={example}
        defaultValue={searched}
        required
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
      />
    </span>
    <button className={isMain ? 'btn door' : 'btn line'} type="submit">
      {button}
    </button>
  </form>
)
