import { useId, useRef, useState } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { faultOf } from './labels.ts'

/** A small sheet with one field. It opens without script, and its form posts without one. */
export function LabelSheet({ labels, add }: { labels: readonly string[]; add(label: string): void }) {
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
