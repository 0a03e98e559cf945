import type { ComponentProps } from 'react'
import { FieldFrame, splitWords, type FieldWords } from './field-frame.tsx'
import { usePhoneFormat } from './use-phone-format.ts'

/** `before` is a prefix inside the field. Addresses and numbers are left-to-right in every language. Phone numbers are formatted when the field is left. */
export function TextField(props: FieldWords & ComponentProps<'input'> & { before?: string }) {
  const [words, { type = 'text', before, ...input }] = splitWords(props)
  const phoneFormat = usePhoneFormat(type)
  return (
    <FieldFrame words={words} id={input.id}>
      {(marks) => {
        const control = (
          <input className="ui-input" type={type} dir={type === 'text' ? 'auto' : 'ltr'} {...phoneFormat} {...input} {...marks} />
        )
        return before ? (
          <span className="ui-prefixed across" dir="ltr">
            <span className="one-line">{before}</span>
            {control}
          </span>
        ) : (
          control
        )
      }}
    </FieldFrame>
  )
}

export function TextArea(props: FieldWords & ComponentProps<'textarea'>) {
  const [words, area] = splitWords(props)
  return (
    <FieldFrame words={words} id={area.id}>
      {(marks) => <textarea className="ui-input" rows={3} dir="auto" {...area} {...marks} />}
    </FieldFrame>
  )
}
