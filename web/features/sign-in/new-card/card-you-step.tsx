import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { propertyOf } from '#common/property-of.ts'
import { readStep, storeStep, type StepScope } from '../../../platform/device/new-card-storage.ts'
import { CardForm } from './card-form.tsx'
import { fieldsOfForm, fieldsOfStored, readTyped, type You } from './typed-card.ts'
import { YouStep } from './you-step.tsx'

export type YouAnswer = { typed: You; issues: Record<string, string> }

type Props = StepScope & {
  saved: You
  /** What was typed, if it could not be saved. */
  answer: YouAnswer | null
  failure: string
  show(you: You): void
}

/** Name and contact details of a card that exists. */
export function CardYouStep({ account, alias, saved, answer, failure, show }: Props) {
  const [card, setCard] = useState(answer?.typed ?? saved)
  const [issues, setIssues] = useState(answer?.issues ?? {})
  const form = useRef<HTMLFormElement>(null)
  const change = (changed: Partial<You>) => {
    const next = { ...card, ...changed }
    setCard(next)
    setIssues(Object.fromEntries(Object.entries(issues).filter(([path]) => !(path in changed))))
    show(next)
    storeStep({ account, alias }, 'you', { ...next, from: saved })
  }
  const restore = useEffectEvent(() => {
    // Text typed before hydration is in the form only.
    const typed = form.current ? readTyped(fieldsOfForm(form.current), card) : card
    const isTyped = JSON.stringify(typed) !== JSON.stringify(card)
    const restored = isTyped ? typed : answer ? null : readStoredYou({ account, alias }, saved)
    if (restored) return change(restored)
    if (!answer) return
    show(card)
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  useEffect(() => restore(), [])
  return (
    <CardForm ref={form} alias={alias} next="photo" failure={failure} isBegun>
      {/* What a person changed is published, not what another tab changed meanwhile. */}
      <input type="hidden" name="saved" value={JSON.stringify(saved)} />
      <YouStep card={card} issues={issues} change={change} />
    </CardForm>
  )
}

/** The details that were typed and not saved, unless the card’s own changed since. */
export function readStoredYou(of: StepScope, saved: You): You | null {
  const stored = readStep(of, 'you')
  if (stored === null) return null
  return JSON.stringify(propertyOf(stored, 'from')) === JSON.stringify(saved) ? readTyped(fieldsOfStored(stored), saved) : null
}
