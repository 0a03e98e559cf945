import { useEffect, type ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { forgetNewCard } from '../../../platform/device/new-card-memory.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { cardStepHref, type CardStep } from './typed-card.ts'

type Props = {
  alias: string
  next: CardStep
  trouble: string
  label?: string
  /** What would be lost by passing the step by. */
  isBegun?: boolean
  /** Something is on its way to this step: it is sent on when that is there. */
  isBusy?: boolean
  children: ReactNode
}

/** A step of a card that is there: what is chosen goes onto it, and nothing is lost by passing the step by. */
export function CardForm({ alias, next, trouble, label, isBegun = false, isBusy = false, children }: Props) {
  const t = useTranslate()
  // There is a card now: what was typed is on it.
  useEffect(forgetNewCard, [])
  return (
    <form className="wizard-form" method="post" noValidate onSubmit={(event) => isBusy && event.preventDefault()}>
      {trouble && (
        <p className="wizard-notice" role="alert">
          <Icon name="circle-alert" />
          <span>{trouble}</span>
        </p>
      )}
      {children}
      <div className="wizard-acts">
        <button className="btn large door" type="submit" name="intent" value="save" aria-disabled={isBusy || undefined}>
          {isBusy ? t('upload.sending') : (label ?? t('signup.next'))}
          <Icon name="arrow-right" />
        </button>
        {!isBegun && !isBusy && (
          <a className="btn large ghost" href={cardStepHref(alias, next)}>
            {t('signup.later')}
          </a>
        )}
      </div>
    </form>
  )
}
