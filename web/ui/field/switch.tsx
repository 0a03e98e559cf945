import type { ComponentProps } from 'react'
import { FieldNotes, splitWords, useFieldMarks, type FieldWords } from './field-frame.tsx'

type Props = Omit<FieldWords, 'optional' | 'good'> & Omit<ComponentProps<'input'>, 'type' | 'role'> & { isPending?: boolean }

const asSwitch = { role: 'switch' } as const

/** Takes effect at once, so it shows when the answer is still on its way. Inside a form it posts like a check box. */
export function Switch({ isPending = false, ...props }: Props) {
  const [words, input] = splitWords(props)
  const marks = useFieldMarks(words, input.id)
  return (
    <div className="ui-switch">
      <label className={words.isLabelHidden ? 'sr-only' : undefined} htmlFor={marks.id}>
        {words.label}
      </label>
      {/* A check box tells by itself whether it is on. */}
      <input {...input} {...marks} {...asSwitch} type="checkbox" aria-busy={isPending || undefined} />
      <FieldNotes words={words} id={marks.id} />
    </div>
  )
}
