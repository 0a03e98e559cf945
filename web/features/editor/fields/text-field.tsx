import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { useDraft, useFault } from '../use-editor.ts'
import type { DraftKey, EditedCard } from '../draft/edited.ts'
import { FieldShell } from './field-shell.tsx'

/** Keys that hold one text. */
export type TextKey = { [K in DraftKey]: EditedCard[K] extends string ? (string extends EditedCard[K] ? K : never) : never }[DraftKey]

type Look = {
  label: ReactNode
  hint?: ReactNode
  type?: HTMLInputTypeAttribute
  autoComplete?: string
  isWide?: boolean
  max?: number
  rows?: number
}

/** One text of the card. */
export function TextField({ of, ...look }: { of: TextKey } & Look) {
  const [value, set] = useDraft(of)
  return <Words value={value} change={set} fault={useFault(of)} {...look} />
}

type WordsProps = Look & { value: string; change(value: string): void; fault?: string | undefined; isOff?: boolean; placeholder?: string }

/** A line of text, or several where rows are wanted. Addresses and numbers run from left to right in every language. */
export function Words({
  label,
  hint,
  type = 'text',
  autoComplete = 'off',
  isWide = false,
  max = 200,
  rows,
  value,
  change,
  fault,
  ...rest
}: WordsProps) {
  const { isOff = false, placeholder } = rest
  return (
    <FieldShell label={label} hint={hint} fault={fault} isWide={isWide || rows !== undefined}>
      {(marks) => {
        const common = { ...marks, value, maxLength: max, disabled: isOff, placeholder, dir: type === 'text' ? 'auto' : 'ltr' }
        return rows === undefined ? (
          <input {...common} type={type} autoComplete={autoComplete} onChange={({ target }) => change(target.value)} />
        ) : (
          <textarea {...common} rows={rows} onChange={({ target }) => change(target.value)} />
        )
      }}
    </FieldShell>
  )
}
