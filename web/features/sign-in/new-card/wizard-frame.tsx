import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { PageStyle } from '../../../ui/page-style.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import styles from './sign-up.css?page-style'
import { wizardSteps, type WizardStep } from './typed-card.ts'

export const stepNames = {
  address: 'signup.stepAddress',
  you: 'signup.stepYou',
  photo: 'signup.stepPhoto',
  look: 'signup.stepLook',
  links: 'signup.stepLinks',
} as const satisfies Record<WizardStep, string>

/** Beside the form, or above it where there is no room. */
export type PreviewPlace = 'aside' | 'strip'

type Props = {
  step: WizardStep | null
  title: string
  lead?: ReactNode
  aside?: ReactNode
  strip?: ReactNode
  /** Makes the name of an earlier step a way back to it. */
  linkTo?(step: WizardStep, name: ReactNode): ReactNode
  children: ReactNode
}

/** The frame of every step: progress, title and preview. */
export function WizardFrame({ step, title, lead, aside, strip, linkTo, children }: Props) {
  const t = useTranslate()
  const { productName } = useSite()
  const at = step ? wizardSteps.indexOf(step) : -1
  return (
    <div className={aside ? 'wizard' : 'wizard alone'}>
      <PageStyle name="sign-up" styles={styles} />
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <header>
        <a className="brand" href="/account">
          <img src={mark} width="26" height="26" alt="" />
          {productName}
        </a>
      </header>
      <main id="content" tabIndex={-1}>
        {step && (
          <ol className="wizard-progress" aria-label={t('signup.progress')}>
            {wizardSteps.map((name, place) => {
              const words = <span className="sr-only">{t(stepNames[name])}</span>
              return (
                <li key={name} className={place < at ? 'done' : place === at ? 'now' : ''} aria-current={place === at ? 'step' : undefined}>
                  {place < at && linkTo ? linkTo(name, words) : words}
                </li>
              )
            })}
          </ol>
        )}
        {step && <p className="wizard-count">{t('signup.count', { at: at + 1, of: wizardSteps.length, step: t(stepNames[step]) })}</p>}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {strip && <div className="wizard-strip">{strip}</div>}
        <OnlineOnly {...useServerRequired()}>{children}</OnlineOnly>
      </main>
      {aside && <div className="wizard-aside">{aside}</div>}
    </div>
  )
}
