import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'
import { useSyncedState } from '../use-synced-state.ts'
import { FieldFrame, splitWords, type FieldWords } from './field-frame.tsx'

/** A native select; the options are the children. */
export function SelectField(props: FieldWords & ComponentProps<'select'>) {
  const [words, select] = splitWords(props)
  return (
    <FieldFrame words={words} id={select.id}>
      {(marks) => (
        <span className="ui-select">
          <select className="ui-input" {...select} {...marks} />
          <Icon name="chevron-down" />
        </span>
      )}
    </FieldFrame>
  )
}

/** A filter beside a search, with its name inside. The option with an empty value shows all. */
export function FilterSelect({
  label,
  defaultValue = '',
  ...select
}: { label: string; defaultValue?: string } & Omit<ComponentProps<'select'>, 'value' | 'defaultValue'>) {
  const [value, setValue] = useSyncedState(defaultValue)
  return (
    <label className="ui-filter">
      <span>{label}</span>
      <select {...select} value={value} onChange={({ target }) => setValue(target.value)} />
      <Icon name="chevron-down" />
    </label>
  )
}
