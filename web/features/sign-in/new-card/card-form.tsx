import { useEffect, type ReactNode, type Ref } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { clearTypedCard } from '../../../platform/device/new-card-storage.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { cardStepHref, type CardStep } from './typed-card.ts'

type Props = {
  ref?: Ref<HTMLFormElement>
  alias: string
  back?: CardStep
  next: CardStep
  failure: string
  label?: string
  /** True if skipping the step would lose input. */
  isBegun?: boolean
  /** An upload is running: the form waits for it. */
  isBusy?: boolean
  /** Another way to submit the form. */
  more?: ReactNode
  children: ReactNode
}

/** The form of a step after the card exists. Each step can be skipped. */
export function CardForm({ ref, alias, back, next, failure, label, isBegun = false, isBusy = false, more, children }: Props) {
  const t = useTranslate()
  // The card exists: its unfinished copy is obsolete.
  useEffect(clearTypedCard, [])
  return (
    <form ref={ref} className="wizard-form" method="post" noValidate onSubmit={(event) => isBusy && event.preventDefault()}>
      {failure && (
        <Banner kind="bad" isLive>
          {failure}
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
        {back && (
          <Button kind="ghost" size="large" icon="arrow-left" type="submit" name="back" value={back}>
            {t('signup.back')}
          </Button>
        )}
        {!isBegun && !isBusy && (
          <ButtonLink kind="ghost" size="large" isDocument href={cardStepHref(alias, next)}>
            {t('signup.notNow')}
          </ButtonLink>
        )}
        {more}
      </div>
    </form>
  )
}
