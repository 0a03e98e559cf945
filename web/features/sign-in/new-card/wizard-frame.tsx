import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { PageStyle } from '../../../ui/page-style.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
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

/** What stands around every step: the way so far, and on a desk the card beside it. */
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
          <ol className="wizard-way" aria-label={t('signup.way')}>
            {wizardSteps.map((name, place) => (
              <li key={name} className={place < at ? 'done' : place === at ? 'now' : ''} aria-current={place === at ? 'step' : undefined}>
                <span>{t(names[name])}</span>
              </li>
            ))}
          </ol>
        )}
        {step && <p className="wizard-count">{t('signup.count', { at: at + 1, of: wizardSteps.length, step: t(names[step]) })}</p>}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="wizard-lead">{lead}</p>}
        <WhenReached {...useNeedsReach()}>{children}</WhenReached>
      </main>
      {aside && <div className="wizard-aside">{aside}</div>}
    </div>
  )
}
