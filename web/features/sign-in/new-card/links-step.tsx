import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { ServiceKind } from '#contract/cards/drafts.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { propertyOf } from '#common/property-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { readStep, storeStep, type StepScope } from '../../../platform/device/new-card-storage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextArea } from '../../../ui/field/text-field.tsx'
import { CardForm } from './card-form.tsx'
import { readLinks, rowIssue, undecided, type LinkRow, type ReadLinks } from './read-links.ts'

type Props = StepScope & {
  kinds: readonly ServiceKind[]
  initial: readonly LinkRow[]
  /** The links as the server read them, if they could not be saved. */
  answer: ReadLinks | null
  /** The step publishes the rest of the draft: it can’t be skipped. */
  hasDraft: boolean
  failure: string
  mark(name: string): ReactNode
  show(rows: readonly LinkRow[]): void
}
const wordMax = 30
const issueWords = { undecided: 'signup.linkUndecided', twice: 'signup.linkTwice', host: 'signup.linkHost' } as const

/** Pasted links: each service is detected and can be corrected. */
export function LinksStep({ account, alias, kinds, initial, answer, hasDraft, failure, mark, show }: Props) {
  const t = useTranslate()
  const [rows, setRowState] = useState<readonly LinkRow[]>(answer?.rows ?? initial)
  const [text, setTextState] = useState(answer?.unread.join(' ') ?? '')
  const [lost, setLost] = useState<readonly string[]>(answer?.unread ?? [])
  const field = useRef<HTMLTextAreaElement>(null)
  const nameOf = (id: number) => kinds.find(({ gradeServiceId }) => gradeServiceId === id)?.serviceName ?? ''

  const change = (next: readonly LinkRow[], words: string, unread: readonly string[]) => {
    setRowState(next)
    setTextState(words)
    setLost(unread)
    show(readLinks(words, next).rows)
    storeStep({ account, alias }, 'links', { rows: next, text: words })
  }
  const restore = useEffectEvent(() => {
    // Text typed before hydration is in the field only.
    const typed = field.current?.value ?? ''
    const stored = answer ? { rows, text } : (readStoredLinks({ account, alias }) ?? { rows, text })
    if (answer || stored.rows !== rows || stored.text !== text || typed !== text)
      change(stored.rows, typed === text ? stored.text : typed, answer && typed === text ? answer.unread : [])
  })
  useEffect(() => restore(), [])

  const setRows = (next: readonly LinkRow[]) => change(next, text, lost)
  const take = (whole: string) => {
    const read = readLinks(whole, rows)
    change(read.rows, read.unread.join(' '), read.unread)
  }
  const setService = (at: number, service: number) => setRows(rows.map((row, place) => (place === at ? { ...row, service } : row)))

  return (
    <CardForm
      alias={alias}
      back="look"
      next="done"
      failure={failure}
      label={t('signup.finish')}
      isBegun={hasDraft || rows.length > 0 || initial.length > 0 || text.trim() !== ''}
      more={
        lost.length > 0 && (
          <Button size="large" type="submit" name="leaveUnread" value="yes">
            {t('signup.finishWithout', { count: lost.length, link: beginningOf(lost[0] ?? '', wordMax) })}
          </Button>
        )
      }
    >
      <TextArea
        label={t('signup.links')}
        hint={t('signup.linksHint')}
        error={lost.length > 0 && t('signup.linksUnread', { links: lost.join(', ') })}
        ref={field}
        name="pasted"
        rows={4}
        value={text}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={({ target }) => change(rows, target.value, [])}
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
        // A button of the form reads the field by itself: it must not move away while it is clicked.
        onBlur={({ currentTarget, relatedTarget }) => relatedTarget instanceof HTMLButtonElement || take(currentTarget.value)}
      />
      <p className="sr-only" role="status">
        {rows.length > 0 && t('signup.linksFound', { count: rows.length })}
      </p>
      <ul className="wizard-links">
        {rows.map(({ link, service }, at) => {
          const issue = rowIssue({ link, service }, rows)
          return (
            <li key={link}>
              <span className="wizard-glyph center">{mark(nameOf(service) || 'Website')}</span>
              <span className="wizard-link one-line" dir="ltr">
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

/** Links that were added or typed here and are not saved yet. */
export function readStoredLinks(of: StepScope): { rows: LinkRow[]; text: string } | null {
  const stored = readStep(of, 'links')
  if (stored === null) return null
  const [rows, text] = [propertyOf(stored, 'rows'), propertyOf(stored, 'text')]
  return Array.isArray(rows) && rows.every(isRow) && typeof text === 'string' ? { rows, text } : null
}

const isRow = (row: unknown): row is LinkRow =>
  typeof propertyOf(row, 'link') === 'string' && typeof propertyOf(row, 'service') === 'number'
