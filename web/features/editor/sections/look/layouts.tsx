import { useId } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useDraft } from '../../use-editor.ts'

/** A theme's name chooses the layout by the word in it. */
const layouts = [
  { name: 'Porch', theme: 'default', word: null },
  { name: 'Salon', theme: 'elliman', word: 'elliman' },
  { name: 'Meridian', theme: 'compass', word: 'compass' },
  { name: 'Atrium', theme: 'exp', word: 'exp' },
] as const

/** Four ways a card can be built, each drawn small. */
export function Layouts() {
  const t = useTranslate()
  const name = useId()
  const [theme, setTheme] = useDraft('eCardTheme')
  const here = layouts.find(({ word }) => word && theme.toLowerCase().includes(word)) ?? layouts[0]
  return (
    <fieldset className="layouts">
      <legend>{t('editor.layout')}</legend>
      <div>
        {layouts.map((layout) => (
          <label key={layout.name}>
            <input type="radio" name={name} checked={layout === here} onChange={() => setTheme(layout.theme)} />
            <span className={`layout-mini ${layout.name.toLowerCase()}`} aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
              <i />
              <i />
            </span>
            <span>{layout.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
