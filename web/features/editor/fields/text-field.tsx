import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { usePhoneFormat } from '../../../ui/field/use-phone-format.ts'
import { useDraft, useIssue } from '../use-editor.ts'
import type { DraftKey, EditedCard } from '../draft/edited.ts'
import { anchorOf } from '../sections.ts'
import { FieldShell } from './field-shell.tsx'

/** Draft keys whose value is a text. */
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

/** A text field of the card. */
export function TextField({ of, ...look }: { of: TextKey } & Look) {
  const [value, set] = useDraft(of)
  return <TextInput id={anchorOf(of)} value={value} change={set} issue={useIssue(of)} {...look} />
}

type TextInputProps = Look & {
  id?: string
  value: string
  change(value: string): void
  issue?: string | undefined
  isDisabled?: boolean
  placeholder?: string
}

/** An input, or a textarea if `rows` is set. URLs and numbers are left-to-right in every language. */
export function TextInput({
  id,
  label,
  hint,
  type = 'text',
  autoComplete = 'off',
  isWide = false,
  max = 200,
  rows,
  value,
  change,
  issue,
  ...rest
}: TextInputProps) {
  const { isDisabled = false, placeholder } = rest
  const phoneFormat = usePhoneFormat(type)
  return (
    <FieldShell id={id} label={label} hint={hint} issue={issue} isWide={isWide || rows !== undefined}>
      {(marks) => {
        const common = { ...marks, value, maxLength: max, disabled: isDisabled, placeholder, dir: type === 'text' ? 'auto' : 'ltr' }
        return rows === undefined ? (
          <input {...common} type={type} autoComplete={autoComplete} onChange={({ target }) => change(target.value)} {...phoneFormat} />
        ) : (
          <textarea {...common} rows={rows} onChange={({ target }) => change(target.value)} />
        )
      }}
    </FieldShell>
  )
}
