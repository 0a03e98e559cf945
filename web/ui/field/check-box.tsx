import { useEffect, useRef, type ComponentProps } from 'react'
import { FieldNotes, splitWords, useFieldMarks, type FieldWords } from './field-frame.tsx'

type Props = Omit<FieldWords, 'optional' | 'good'> & Omit<ComponentProps<'input'>, 'type' | 'ref'> & { isMixed?: boolean }

/** A check box with its label. `isMixed` if it represents several and only some are checked. */
export function CheckBox({ isMixed = false, ...props }: Props) {
  const [words, input] = splitWords(props)
  const marks = useFieldMarks(words, input.id)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <div className="ui-check">
      <input {...input} {...marks} ref={box} type="checkbox" />
      <label className={words.isLabelHidden ? 'sr-only' : undefined} htmlFor={marks.id}>
        {words.label}
      </label>
      <FieldNotes words={words} id={marks.id} />
    </div>
  )
}
