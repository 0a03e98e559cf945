import { useId } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { entryIcons, iconOf, withIcon } from './entry-icon.ts'

/** The picture beside an own entry. */
export function IconChoice({ cssClass, choose }: { cssClass: string; choose(cssClass: string): void }) {
  const t = useTranslate()
  const name = useId()
  const chosen = iconOf(cssClass)
  return (
    <fieldset className="icon-choice">
      <legend>{t('editor.menu.icon')}</legend>
      <div>
        <label>
          <input type="radio" name={name} checked={chosen === null} onChange={() => choose(withIcon(cssClass, null))} />
          <span>{t('editor.menu.iconNone')}</span>
        </label>
        {entryIcons.map((icon) => (
          <label key={icon}>
            <input
              type="radio"
              name={name}
              checked={chosen === icon}
              onChange={() => choose(withIcon(cssClass, icon))}
              aria-label={t(`editor.menu.icon.${icon}`)}
            />
            <Icon name={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
