import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'

/** An account that is about to go, and the way back. It is a form of one button, so it works before any script. */
export function LeavingBanner({ day }: { day: string }) {
  const say = useAccountSay()
  return (
    <form className="leaving" method="post" action="/account/privacy">
      <Icon name="clock" />
      <p>
        <b>{say('privacy.goes', { day })}</b>
        {say('privacy.goesMore')}
      </p>
      <button className="btn door" type="submit" name="intent" value="keep">
        {say('privacy.keep')}
      </button>
    </form>
  )
}
