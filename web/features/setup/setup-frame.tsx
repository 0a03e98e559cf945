import type { ReactNode } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import account from '../../ui/art/setup-account.svg?url'
import backups from '../../ui/art/setup-backups.svg?url'
import done from '../../ui/art/setup-done.svg?url'
import installation from '../../ui/art/setup-installation.svg?url'
import mail from '../../ui/art/setup-mail.svg?url'
import mark from '../../ui/art/mark.svg?url'
import start from '../../ui/art/setup-start.svg?url'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './setup.css?page-style'

const setupSteps = ['start', 'account', 'installation', 'mail', 'backups'] as const
export type SetupStep = (typeof setupSteps)[number]

const names = {
  start: 'setup.stepStart',
  account: 'setup.stepAccount',
  installation: 'setup.stepInstallation',
  mail: 'setup.stepMail',
  backups: 'setup.stepBackups',
} as const satisfies Record<SetupStep, MessageKey>

/** A house as far as it is set up. */
const art = { start, account, installation, mail, backups, done } as const

type Props = {
  /** `done` is the page after the last step. */
  step: SetupStep | 'done'
  title: string
  lead?: ReactNode
  backHref?: string
  /** The one solid button, on phones at the bottom of the screen. A submit button names its form: `<Button form="…" type="submit">`. */
  foot: ReactNode
  children: ReactNode
}

/** The frame of every step of setup: progress and form on one side, the house on the other. Needs the kit's styles. */
export function SetupFrame({ step, title, lead, backHref, foot, children }: Props) {
  const t = useTranslate()
  const { productName } = useSite()
  const at = step === 'done' ? setupSteps.length : setupSteps.indexOf(step)
  return (
    <div className={step === 'done' ? 'setup done' : 'setup'}>
      <PageStyle name="setup" styles={styles} />
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <div className="setup-column">
        <header className="across">
          <a className={backHref ? 'brand wide-only' : 'brand'} href="/">
            <img src={mark} width="26" height="26" alt="" />
            {productName}
          </a>
          {backHref && (
            <a className="setup-back center" href={backHref} aria-label={t('back')}>
              <Icon name="arrow-left" />
            </a>
          )}
          <p>{step === 'done' ? t('setup.finished') : t('setup.count', { at: at + 1, of: setupSteps.length })}</p>
        </header>
        <section aria-label={t('setup.steps')}>
          <ol className="setup-steps">
            {setupSteps.map((name, place) => (
              <li key={name} className={place <= at ? 'reached' : undefined} aria-current={place === at ? 'step' : undefined}>
                {place < at && <Icon name="check" />}
                <span>
                  {t(names[name])}
                  {place < at && <span className="sr-only"> {t('setup.stepDone')}</span>}
                </span>
              </li>
            ))}
          </ol>
        </section>
        <main id="content" tabIndex={-1}>
          <h1>{title}</h1>
          {lead && <p className="setup-lead">{lead}</p>}
          <OnlineOnly {...useServerRequired()}>
            <div className="setup-body">{children}</div>
            {(foot || backHref) && (
              <div className="setup-foot">
                {backHref && (
                  <ButtonLink kind="ghost" icon="arrow-left" href={backHref} isDocument>
                    {t('back')}
                  </ButtonLink>
                )}
                <div>{foot}</div>
              </div>
            )}
          </OnlineOnly>
        </main>
      </div>
      <img className="setup-art" src={art[step]} width="520" height="868" alt="" />
    </div>
  )
}
