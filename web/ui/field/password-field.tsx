import { useEffect, useId, useRef, useState, type ComponentProps } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { FieldFrame, splitWords, type FieldWords } from './field-frame.tsx'

/** The rule in words, what a typed password still lacks (empty: nothing), and the text once it meets the rule. */
type Rule = { text: string; missingIn: (typed: string) => string; met: string }
type Props = FieldWords & Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { showLabel: string; rule?: Rule }

/** A password field with a button to show the text. With a rule, it lists what is missing while typing; without script, the whole rule. */
export function PasswordField({ showLabel, rule, ...props }: Props) {
  const [words, input] = splitWords(props)
  const [isVisible, setIsVisible] = useState(false)
  const [typed, setTyped] = useState('')
  const isHydrated = useHydrated()
  // Typed, or filled in by the browser, before hydration.
  const control = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(control.current?.value ?? ''), [])
  const newId = useId()
  const id = input.id ?? newId
  const notes = { ...words, ...(rule && notesOf(rule, typed, words)) }
  return (
    <FieldFrame words={notes} id={id}>
      {(marks) => (
        <span className="ui-password">
          <input
            ref={control}
            className="ui-input"
            dir="ltr"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...marks}
            type={isVisible ? 'text' : 'password'}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {isHydrated && (
            <IconButton
              icon={isVisible ? 'eye-off' : 'eye'}
              label={showLabel}
              aria-pressed={isVisible}
              aria-controls={id}
              onClick={() => setIsVisible(!isVisible)}
            />
          )}
          {rule && (
            <span className="sr-only" role="status">
              {typed !== '' && (rule.missingIn(typed) || rule.met)}
            </span>
          )}
        </span>
      )}
    </FieldFrame>
  )
}

/** What the typed password still lacks, in place of the rule and of an error that repeats the rule. */
function notesOf({ text, missingIn, met }: Rule, typed: string, { error, hint }: FieldWords): Pick<FieldWords, 'error' | 'good' | 'hint'> {
  const isOfRule = error === text
  if (typed === '') return { error, hint: isOfRule ? hint : (hint ?? text) }
  const missing = missingIn(typed)
  if (missing) return isOfRule ? { error: missing, hint } : { error, hint: missing }
  return isOfRule ? { error: undefined, good: met, hint } : { error, good: met, hint }
}
