import type { ComponentProps } from 'react'
import { FieldNotes, splitWords, useFieldMarks, type FieldWords } from './field-frame.tsx'

type Props = Omit<FieldWords, 'optional' | 'good'> & Omit<ComponentProps<'input'>, 'type' | 'role'> & { isPending?: boolean }

const asSwitch = { role: 'switch' } as const

/** A switch that takes effect at once: it changes before the response arrives. Inside a form it posts like a check box. */
export function Switch({ isPending = false, ...props }: Props) {
  const [words, input] = splitWords(props)
  const marks = useFieldMarks(words, input.id)
  return (
    <div className="ui-switch">
      <label className={words.isLabelHidden ? 'sr-only' : undefined} htmlFor={marks.id}>
        {words.label}
      </label>
      {/* The native check box announces its own state. */}
      <input {...input} {...marks} {...asSwitch} type="checkbox" aria-busy={isPending || undefined} />
      <FieldNotes words={words} id={marks.id} />
    </div>
  )
}
