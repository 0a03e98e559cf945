import { useEffect, useId, useRef, useState, type ComponentProps } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { FieldFrame, splitWords, type FieldWords } from './field-frame.tsx'

/** What a new password needs, what a typed one still lacks (empty: nothing), and the text then. */
type Rule = { text: string; missingIn: (typed: string) => string; met: string }
type Props = FieldWords & Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { showLabel: string; rule?: Rule }

/** A password, which its eye shows. With a rule it says what is missing while it is typed; before any script, the whole rule. */
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

/** What is still missing of a password replaces the rule, and a refusal by it. */
function notesOf({ text, missingIn, met }: Rule, typed: string, { error, hint }: FieldWords): Pick<FieldWords, 'error' | 'good' | 'hint'> {
  const isOfRule = error === text
  if (typed === '') return { error, hint: isOfRule ? hint : (hint ?? text) }
  const missing = missingIn(typed)
  if (missing) return isOfRule ? { error: missing, hint } : { error, hint: missing }
  return isOfRule ? { error: undefined, good: met, hint } : { error, good: met, hint }
}
