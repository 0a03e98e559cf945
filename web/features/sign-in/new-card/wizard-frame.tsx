import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { PageStyle } from '../../../ui/page-style.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import css from './sign-up.css?inline'
import href from './sign-up.css?url'
import { wizardSteps, type WizardStep } from './typed-card.ts'

const names = {
  address: 'signup.stepAddress',
  you: 'signup.stepYou',
  photo: 'signup.stepPhoto',
  look: 'signup.stepLook',
  links: 'signup.stepLinks',
} as const satisfies Record<WizardStep, string>

type Props = { step: WizardStep | null; title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }

/** The frame of every step: progress, title, and on desktop the preview. */
export function WizardFrame({ step, title, lead, aside, children }: Props) {
  const t = useTranslate()
  const { productName } = useSite()
  const at = step ? wizardSteps.indexOf(step) : -1
  return (
    <div className={aside ? 'wizard' : 'wizard alone'}>
      <PageStyle name="sign-up" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
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
            {wizardSteps.map((name, place) => (
              <li key={name} className={place < at ? 'done' : place === at ? 'now' : ''} aria-current={place === at ? 'step' : undefined}>
                <span className="sr-only">{t(names[name])}</span>
              </li>
            ))}
          </ol>
        )}
        {step && <p className="wizard-count">{t('signup.count', { at: at + 1, of: wizardSteps.length, step: t(names[step]) })}</p>}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="wizard-lead">{lead}</p>}
        <OnlineOnly {...useServerRequired()}>{children}</OnlineOnly>
      </main>
      {aside && <div className="wizard-aside">{aside}</div>}
    </div>
  )
}
