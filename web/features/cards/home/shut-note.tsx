import { useSay } from '../../../i18n/use-say.ts'
import { Icon } from '../../../ui/icons/icon.tsx'

/** Beside a link that the card's plan keeps shut. */
export function ShutNote({ isPro }: { isPro: boolean }) {
  const say = useSay()
  return (
    <span className="shut-note" title={say('home.notAvailableWhy')}>
      {say('home.notAvailable')}{' '}
      {isPro && (
        <span className="badge">
          <Icon name="key-round" />
          {say('home.pro')}
        </span>
      )}
    </span>
  )
}
