import { useState, type ReactNode } from 'react'
import type { ServiceKind } from '#contract/cards/drafts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextArea } from '../../../ui/field/text-field.tsx'
import { CardForm } from './card-form.tsx'
import { readLinks, rowIssue, undecided, type LinkRow } from './read-links.ts'

type Props = {
  alias: string
  kinds: readonly ServiceKind[]
  initial: readonly LinkRow[]
  /** The step publishes the rest of the draft: it can’t be skipped. */
  hasDraft: boolean
  pasted: string
  unread: readonly string[]
  failure: string
  mark(name: string): ReactNode
  show(rows: readonly LinkRow[]): void
}
const issueWords = { undecided: 'signup.linkUndecided', twice: 'signup.linkTwice', host: 'signup.linkHost' } as const

/** Pasted links: each service is detected and can be corrected. */
export function LinksStep({ alias, kinds, initial, hasDraft, pasted, unread, failure, mark, show }: Props) {
  const t = useTranslate()
  const [rows, setRowState] = useState(initial)
  const [text, setText] = useState(pasted)
  const [lost, setLost] = useState(unread)
  const nameOf = (id: number) => kinds.find(({ gradeServiceId }) => gradeServiceId === id)?.serviceName ?? ''

  const setRows = (next: readonly LinkRow[]) => {
    setRowState(next)
    show(next)
  }
  const take = (whole: string) => {
    const read = readLinks(whole, rows)
    setRows(read.rows)
    setLost(read.unread)
    setText(read.unread.join(' '))
  }
  const setService = (at: number, service: number) => setRows(rows.map((row, place) => (place === at ? { ...row, service } : row)))

  return (
    <CardForm
      alias={alias}
      next="done"
      failure={failure}
      label={t('signup.finish')}
      isBegun={hasDraft || rows.length > 0 || initial.length > 0 || text.trim() !== ''}
    >
      <TextArea
        label={t('signup.links')}
        hint={t('signup.linksHint')}
        error={lost.length > 0 && t('signup.linksUnread', { links: lost.join(', ') })}
        name="pasted"
        rows={4}
        value={text}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
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
          // Reads the field itself: before hydration the state misses what was typed.
          take(event.currentTarget.value)
        }}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
      />
      <p className="sr-only" role="status">
        {rows.length > 0 && t('signup.linksFound', { count: rows.length })}
      </p>
      <ul className="wizard-links">
        {rows.map(({ link, service }, at) => {
          const issue = rowIssue({ link, service }, rows)
          return (
            <li key={link}>
              <span className="wizard-glyph">{mark(nameOf(service) || 'Website')}</span>
              <span className="wizard-link" dir="ltr">
                {link.replace(/^https?:\/\/(www\.)?/, '')}
              </span>
              <input type="hidden" name="link" value={link} />
              <SelectField
                label={t('signup.serviceOf', { link })}
                isLabelHidden
                error={issue && t(issueWords[issue], { name: nameOf(service) })}
                name="service"
                value={service}
                onChange={({ target }) => setService(at, Number(target.value))}
              >
                <option value={undecided}>{t('signup.serviceNone')}</option>
                {kinds.map((kind) => (
                  <option key={kind.gradeServiceId} value={kind.gradeServiceId}>
                    {kind.serviceName}
                  </option>
                ))}
              </SelectField>
              <IconButton
                icon="x"
                label={t('signup.linkRemove', { link })}
                type="submit"
                name="leave"
                value={link}
                onClick={(event) => {
                  event.preventDefault()
                  setRows(rows.filter((row) => row.link !== link))
                }}
              />
            </li>
          )
        })}
      </ul>
    </CardForm>
  )
}
