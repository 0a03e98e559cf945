import { useId, useState, type ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import css from './entry.css?inline'
import href from './entry.css?url'

type Props = {
  /** Found by its element’s id where something leads to it. */
  id?: string
  glyph?: ReactNode
  name: string
  note?: ReactNode
  isShown: boolean
  show?: (isShown: boolean) => void
  isOpenAtFirst?: boolean
  /** Something in it is wrong, and it is closed. */
  isFaulty?: boolean
  children: ReactNode
}

/** One of a list: what it is and whether visitors see it, and what is decided about it. */
export function Entry({ id, glyph, name, note, isShown, show, isOpenAtFirst = false, isFaulty = false, children }: Props) {
  const t = useTranslate()
  const bodyId = useId()
  const [isOpen, open] = useState(isOpenAtFirst)
  return (
    <div className={isShown ? 'entry' : 'entry off'} id={id}>
      <PageStyle name="entry" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className="entry-head">
        <button type="button" className="entry-what" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => open(!isOpen)}>
          {glyph && <span className="entry-glyph">{glyph}</span>}
          <span className="entry-title">
            <b dir="auto">{name}</b>
            {note && <small>{note}</small>}
          </span>
          {isFaulty && !isOpen && (
            <span className="entry-fault">
              <Icon name="circle-alert" />
              <span className="sr-only">{t('editor.entry.faulty')}</span>
            </span>
          )}
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
        </button>
        {show && (
          <button
            type="button"
            className="entry-eye"
            role="switch"
            aria-checked={isShown}
            aria-label={t('editor.entry.show', { name })}
            title={t(isShown ? 'editor.entry.shown' : 'editor.entry.hidden')}
            onClick={() => show(!isShown)}
          >
            <Icon name={isShown ? 'eye' : 'eye-off'} />
          </button>
        )}
      </div>
      <div className="entry-body" id={bodyId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
