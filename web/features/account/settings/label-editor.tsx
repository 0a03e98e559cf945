import { useId, useRef, useState } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import type { AccountView } from './account-view.ts'
import { faultOf, readLabels, withLabel, withoutLabel, writeLabels } from './labels.ts'
import { useSetting } from './use-setting.ts'

/** What is put on every new contact. */
export function LabelEditor({ view }: { view: AccountView }) {
  const t = useTranslate()
  const [text, setText] = useSetting('labels', view.capture.labels, view)
  const [news, setNews] = useState('')
  const add = useRef<HTMLButtonElement>(null)
  const labels = readLabels(text)

  function change(next: readonly string[], said: string) {
    setText(writeLabels(next))
    setNews(said)
  }

  return (
    <div className="row labels" role="group" aria-labelledby="labels-title">
      <b id="labels-title">{t('account.labels')}</b>
      {labels.length === 0 && <p>{t('account.labelsNone')}</p>}
      <form
        className="chips"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent as SubmitEvent
          const label = submitter?.getAttribute('value') ?? ''
          change(withoutLabel(labels, label), t('account.labelRemoved', { label }))
          // The button that was pressed is gone with its label.
          add.current?.focus()
        }}
      >
        <input type="hidden" name="intent" value="label-remove" />
        {labels.map((label) => (
          <span className="chip" key={label}>
            <bdi>{label}</bdi>
            <button type="submit" name="value" value={label} aria-label={t('account.labelRemove', { label })}>
              <Icon name="x" />
            </button>
          </span>
        ))}
        <button ref={add} className="chip add" type="button" popoverTarget="new-label" aria-haspopup="dialog">
          <Icon name="plus" />
          {t('account.labelAdd')}
        </button>
      </form>
      <LabelSheet labels={labels} add={(label) => change(withLabel(labels, label), t('account.labelAdded', { label: label.trim() }))} />
      <span className="sr-only" role="status">
        {news}
      </span>
    </div>
  )
}

/** A small sheet with one field. It opens without script, and its form posts without one. */
function LabelSheet({ labels, add }: { labels: readonly string[]; add(label: string): void }) {
  const t = useTranslate()
  const needs = useNeedsReach()
  const field = useId()
  const input = useRef<HTMLInputElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  // What was typed stays the field's own: it may have been typed before any script ran.
  const [fault, setFault] = useState<MessageKey | null>(null)

  function keep() {
    const typed = input.current?.value ?? ''
    const found = faultOf(typed, labels)
    setFault(found)
    if (found) return input.current?.focus()
    add(typed)
    sheet.current?.hidePopover()
  }

  return (
    <div
      ref={sheet}
      className="label-sheet"
      id="new-label"
      popover="auto"
      role="dialog"
      aria-labelledby={`${field}-title`}
      onToggle={({ newState }) => {
        if (newState === 'open') return input.current?.focus()
        if (input.current) input.current.value = ''
        setFault(null)
      }}
    >
      <div className="label-sheet-head">
        <h3 id={`${field}-title`}>{t('account.labelAdd')}</h3>
        <button className="label-sheet-close" type="button" popoverTarget="new-label" popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          keep()
        }}
      >
        <input type="hidden" name="intent" value="label-add" />
        <label htmlFor={field}>{t('account.labelField')}</label>
        <input
          ref={input}
          id={field}
          name="value"
          type="text"
          dir="auto"
          autoComplete="off"
          maxLength={80}
          required
          aria-invalid={fault !== null}
          aria-describedby={fault ? `${field}-fault` : undefined}
          onInput={({ currentTarget }) => fault && setFault(faultOf(currentTarget.value, labels))}
        />
        {fault && (
          <p className="fault" id={`${field}-fault`} role="alert">
            <Icon name="circle-alert" />
            {t(fault)}
          </p>
        )}
        <WhenReached {...needs}>
          <button className="btn large wide door" type="submit">
            {t('account.labelAdd')}
          </button>
        </WhenReached>
      </form>
    </div>
  )
}
