import { noDataPath } from '#contract/pages.ts'
import { Icon } from '../ui/icons/icon.tsx'

type Props = { label: string; button: string; alias?: string; isMain?: boolean }

/** Opens a card by its alias. A plain form that works without scripts. */
export const FindCard = ({ label, button, alias = '', isMain = false }: Props) => (
  <form className="find" action={noDataPath} method="get">
    <label htmlFor="alias">{label}</label>
    <span>
      <Icon name="search" />
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
    </span>
    <button className={isMain ? 'btn door' : 'btn line'} type="submit">
      {button}
    </button>
  </form>
)
