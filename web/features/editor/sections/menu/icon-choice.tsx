import { useId } from 'react'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { entryIcons, iconOf, withIcon } from './entry-icon.ts'

/** The picture beside an own entry. */
export function IconChoice({ cssClass, choose }: { cssClass: string; choose(cssClass: string): void }) {
  const say = useAccountSay()
  const name = useId()
  const chosen = iconOf(cssClass)
  return (
    <fieldset className="icon-choice">
      <legend>{say('editor.menu.icon')}</legend>
      <div>
        <label>
          <input type="radio" name={name} checked={chosen === null} onChange={() => choose(withIcon(cssClass, null))} />
          <span>{say('editor.menu.iconNone')}</span>
        </label>
        {entryIcons.map((icon) => (
          <label key={icon}>
            <input
              type="radio"
              name={name}
              checked={chosen === icon}
              onChange={() => choose(withIcon(cssClass, icon))}
              aria-label={say(`editor.menu.icon.${icon}`)}
            />
            <Icon name={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
