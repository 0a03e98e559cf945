import { useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { AccountView } from './account-view.ts'
import { LabelSheet } from './label-sheet.tsx'
import { readLabels, withLabel, withoutLabel, writeLabels } from './labels.ts'
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
