import type { ComponentProps } from 'react'
import { FieldFrame, splitWords, type FieldWords } from './field-frame.tsx'

/** Addresses and numbers run from left to right in every language; words run as they are written. */
export function TextField(props: FieldWords & ComponentProps<'input'>) {
  const [words, { type = 'text', ...input }] = splitWords(props)
  return (
    <FieldFrame words={words} id={input.id}>
      {(marks) => <input className="ui-input" type={type} dir={type === 'text' ? 'auto' : 'ltr'} {...input} {...marks} />}
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
