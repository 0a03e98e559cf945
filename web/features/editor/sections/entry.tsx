import { useId, useState, type ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Words } from '../../../ui/list/words.tsx'

type Props = {
  /** Element ID, for scrolling to it. */
  id?: string
  glyph?: ReactNode
  name: string
  note?: ReactNode
  isVisible: boolean
  show?: (isVisible: boolean) => void
  isOpenAtFirst?: boolean
  /** It has an issue; marked while it is closed. */
  isInvalid?: boolean
  children: ReactNode
}

/** A list entry that expands: title, visibility switch and fields. */
export function Entry({ id, glyph, name, note, isVisible, show, isOpenAtFirst = false, isInvalid = false, children }: Props) {
  const t = useTranslate()
  const bodyId = useId()
  const [isOpen, open] = useState(isOpenAtFirst)
  return (
    <div className={isVisible ? 'entry' : 'entry off'} id={id}>
      <header className="across">
        <button type="button" className="entry-what across" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => open(!isOpen)}>
          {glyph && <span className="ui-icon-tile entry-glyph center">{glyph}</span>}
          <Words title={name} note={note} />
          {isInvalid && !isOpen && (
            <span className="entry-issue">
              <Icon name="circle-alert" />
              <span className="sr-only">{t('editor.entry.invalid')}</span>
            </span>
          )}
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
        </button>
        {show && (
          <IconButton
            icon={isVisible ? 'eye' : 'eye-off'}
            label={t('editor.entry.show', { name })}
            role="switch"
            aria-checked={isVisible}
            title={t(isVisible ? 'editor.entry.visible' : 'editor.entry.hidden')}
            onClick={() => show(!isVisible)}
          />
        )}
      </header>
      <div className="entry-body" id={bodyId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
