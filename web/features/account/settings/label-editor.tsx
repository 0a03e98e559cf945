import { useRef, useState } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Words } from '../../../ui/list/words.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { RemoveChip } from '../../../ui/page/remove-chip.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import type { AccountView } from './account-view.ts'
import { errorOf, readLabels, withLabel, withoutLabel, writeLabels } from './labels.ts'
import { useSetting } from './use-setting.ts'

/** The labels added to every new contact. */
export function LabelEditor({ view }: { view: AccountView }) {
  const t = useTranslate()
  const [text, setText] = useSetting('labels', view.capture.labels, view)
  const [status, setStatus] = useState('')
  const add = useRef<HTMLButtonElement>(null)
  const labels = readLabels(text)

  function change(next: readonly string[], message: string) {
    setText(writeLabels(next))
    setStatus(message)
  }

  return (
    <div className="ui-setting" role="group" aria-labelledby="labels-title">
      <Words id="labels-title" title={t('account.labels')} />
      {labels.length === 0 && <p>{t('account.labelsNone')}</p>}
      <form
        className="ui-cluster"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent as SubmitEvent
          const label = submitter?.getAttribute('value') ?? ''
          change(withoutLabel(labels, label), t('account.labelRemoved', { label }))
          // The clicked button is removed together with its label.
          add.current?.focus()
        }}
      >
        <input type="hidden" name="intent" value="label-remove" />
        {labels.map((label) => (
          <RemoveChip key={label} label={label} removeLabel={t('account.labelRemove', { label })} name="value" value={label} />
        ))}
        <Button ref={add} size="small" icon="plus" popoverTarget="new-label" aria-haspopup="dialog">
          {t('account.labelAdd')}
        </Button>
      </form>
      <LabelSheet labels={labels} add={(label) => change(withLabel(labels, label), t('account.labelAdded', { label: label.trim() }))} />
      <span className="sr-only" role="status">
        {status}
      </span>
    </div>
  )
}

/** A sheet with one field. It opens and posts without a script. */
function LabelSheet({ labels, add }: { labels: readonly string[]; add(label: string): void }) {
  const t = useTranslate()
  const required = useServerRequired()
  const input = useRef<HTMLInputElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  // Uncontrolled: text may be typed before hydration.
  const [error, setError] = useState<MessageKey | null>(null)

  function save() {
    const typed = input.current?.value ?? ''
    const found = errorOf(typed, labels)
    setError(found)
    if (found) return input.current?.focus()
    add(typed)
    sheet.current?.hidePopover()
  }

  return (
    <Sheet
      ref={sheet}
      id="new-label"
      title={t('account.labelAdd')}
      closeLabel={t('close')}
      onToggle={({ newState }) => {
        if (newState === 'open') return input.current?.focus()
        if (input.current) input.current.value = ''
        setError(null)
      }}
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <input type="hidden" name="intent" value="label-add" />
        <Stack>
          <TextField
            ref={input}
            label={t('account.labelField')}
            error={error && t(error)}
            name="value"
            autoComplete="off"
            maxLength={80}
            required
            onInput={({ currentTarget }) => error && setError(errorOf(currentTarget.value, labels))}
          />
          <OnlineOnly {...required}>
            <Button kind="primary" size="large" isWide type="submit">
              {t('account.labelAdd')}
            </Button>
          </OnlineOnly>
        </Stack>
      </form>
    </Sheet>
  )
}
