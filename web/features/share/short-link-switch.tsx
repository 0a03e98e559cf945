import { useSay } from '../../i18n/use-say.ts'
import type { Share } from './use-share.ts'

/** Whether this device shares links in their short form. Where the card always does, it says so. */
export function ShortLinkSwitch({ short: { isOn, isFixed, set } }: { short: Share['short'] }) {
  const say = useSay()
  return (
    <label className="share-short needs-script">
      <span>
        {say('share.short')}
        <small>{say(isFixed ? 'share.shortAlways' : 'share.shortLead')}</small>
      </span>
      <input
        className="switch"
        type="checkbox"
        checked={isOn}
        disabled={isFixed}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
    </label>
  )
}
