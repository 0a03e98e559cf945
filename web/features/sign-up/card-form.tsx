import { useEffect, type ReactNode } from 'react'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { forgetTyped } from './kept-card.ts'
import { cardStepHref, type CardStep } from './typed-card.ts'

type Props = {
  alias: string
  next: CardStep
  trouble: string
  label?: string
  /** What would be lost by passing the step by. */
  isBegun?: boolean
  children: ReactNode
}

/** A step of a card that is there: what is chosen goes onto it, and nothing is lost by passing the step by. */
export function CardForm({ alias, next, trouble, label, isBegun = false, children }: Props) {
  const say = useAccountSay()
  // There is a card now: what was typed is on it.
  useEffect(forgetTyped, [])
  return (
    <form className="wizard-form" method="post" noValidate>
      {trouble && (
        <p className="wizard-notice" role="alert">
          <Icon name="circle-alert" />
          <span>{trouble}</span>
        </p>
      )}
      {children}
      <div className="wizard-acts">
        <button className="btn large door" type="submit" name="intent" value="save">
          {label ?? say('signup.next')}
          <Icon name="arrow-right" />
        </button>
        {!isBegun && (
          <a className="btn large ghost" href={cardStepHref(alias, next)}>
            {say('signup.later')}
          </a>
        )}
      </div>
    </form>
  )
}
