import { useLaterSay } from '../../../i18n/use-later-say.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { AppStyle } from '../app/app-style.tsx'

/** A line of the menu for an owner whose plan keeps something shut. */
export function MenuUpgrade({ href }: { href: string }) {
  const say = useLaterSay()
  return (
    <div className="menu-upgrade">
      <AppStyle />
      <Icon name="key-round" />
      <p>
        <b>{say('restricted.upgrade')}</b>
        {say('frame.upgradeMore')}
      </p>
      <a className="btn" href={href}>
        {say('frame.upgrade')}
      </a>
    </div>
  )
}
