import { useState, type ReactNode } from 'react'
import type { ServiceKind } from '#contract/cards/drafts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { CardForm } from './card-form.tsx'
import { readLinks, rowFault, undecided, type LinkRow } from './read-links.ts'

type Props = {
  alias: string
  kinds: readonly ServiceKind[]
  given: readonly LinkRow[]
  pasted: string
  unread: readonly string[]
  trouble: string
  mark(name: string): ReactNode
  show(rows: readonly LinkRow[]): void
}
const faultWords = { undecided: 'signup.linkUndecided', twice: 'signup.linkTwice', host: 'signup.linkHost' } as const

/** Any number of links at once: each is known by where it leads, and can be corrected. */
export function LinksStep({ alias, kinds, given, pasted, unread, trouble, mark, show }: Props) {
  const t = useTranslate()
  const [rows, putRows] = useState(given)
  const [text, setText] = useState(pasted)
  const [lost, setLost] = useState(unread)
  const nameOf = (id: number) => kinds.find(({ gradeServiceId }) => gradeServiceId === id)?.serviceName ?? ''

  const setRows = (next: readonly LinkRow[]) => {
    putRows(next)
    show(next)
  }
  const take = (whole: string) => {
    const read = readLinks(whole, rows)
    setRows(read.rows)
    setLost(read.unread)
    setText(read.unread.join(' '))
  }
  const put = (at: number, service: number) => setRows(rows.map((row, place) => (place === at ? { ...row, service } : row)))

  return (
    <CardForm alias={alias} next="done" trouble={trouble} label={t('signup.finish')} isBegun={rows.length > 0 || text.trim() !== ''}>
      <div className={lost.length > 0 ? 'wizard-field wrong' : 'wizard-field'}>
        <label htmlFor="pasted">{t('signup.links')}</label>
        <textarea
          id="pasted"
          name="pasted"
          rows={4}
          value={text}
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby="pasted-hint pasted-lost"
          aria-invalid={lost.length > 0 || undefined}
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            const whole = `${event.currentTarget.value} ${event.clipboardData.getData('text/plain')}`
            if (!whole.includes('.')) return
            event.preventDefault()
            take(whole)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            // What was typed before the page woke stands in the field alone.
            take(event.currentTarget.value)
          }}
          onBlur={({ currentTarget }) => take(currentTarget.value)}
        />
        <p className="wizard-fault" id="pasted-lost">
          {lost.length > 0 && (
            <>
              <Icon name="circle-alert" />
              {t('signup.linksUnread', { links: lost.join(', ') })}
            </>
          )}
        </p>
        <p className="wizard-hint" id="pasted-hint">
          {t('signup.linksHint')}
        </p>
      </div>
      <p className="sr-only" role="status">
        {rows.length > 0 && t('signup.linksFound', { count: rows.length })}
      </p>
      <ul className="wizard-links">
        {rows.map(({ link, service }, at) => {
          const fault = rowFault({ link, service }, rows)
          return (
            <li key={link}>
              <span className="wizard-glyph">{mark(nameOf(service) || 'Website')}</span>
              <span className="wizard-link" dir="ltr">
                {link.replace(/^https?:\/\/(www\.)?/, '')}
              </span>
              <input type="hidden" name="link" value={link} />
              <select
                name="service"
                value={service}
                aria-label={t('signup.serviceOf', { link })}
                aria-invalid={fault ? true : undefined}
                onChange={({ target }) => put(at, Number(target.value))}
              >
                <option value={undecided}>{t('signup.serviceNone')}</option>
                {kinds.map((kind) => (
                  <option key={kind.gradeServiceId} value={kind.gradeServiceId}>
                    {kind.serviceName}
                  </option>
                ))}
              </select>
              <button
                className="wizard-remove"
                type="submit"
                name="leave"
                value={link}
                aria-label={t('signup.linkRemove', { link })}
                onClick={(event) => {
                  event.preventDefault()
                  setRows(rows.filter((row) => row.link !== link))
                }}
              >
                <Icon name="x" />
              </button>
              {fault && <small>{t(faultWords[fault], { name: nameOf(service) })}</small>}
            </li>
          )
        })}
      </ul>
    </CardForm>
  )
}
