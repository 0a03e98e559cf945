import { useEffect, type ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { forgetNewCard } from '../../../platform/device/new-card-memory.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
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
        <Banner kind="bad" isLive>
          {trouble}
        </Banner>
      )}
      {children}
      <div className="wizard-acts">
        <Button
          kind="primary"
          size="large"
          type="submit"
          name="intent"
          value="save"
          isBusy={isBusy}
          {...(isBusy && { busyLabel: t('upload.sending') })}
        >
          {label ?? t('signup.next')}
        </Button>
        {!isBegun && !isBusy && (
          <ButtonLink kind="ghost" size="large" isDocument href={cardStepHref(alias, next)}>
            {t('signup.later')}
          </ButtonLink>
        )}
      </div>
    </form>
  )
}
