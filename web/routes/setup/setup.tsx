import { useState } from 'react'
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { MailStepName } from '#contract/admin/admin-choices.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { MailTestResult, SelectorField } from '../../features/admin/operations/mail-test.tsx'
import { LoginAgainBanner, RestartBanner } from '../../features/admin/settings/setting-banners.tsx'
import { BackupsButtons, BackupsStep } from '../../features/setup/backups-step.tsx'
import { DoneButtons, DoneStep } from '../../features/setup/done-step.tsx'
import { InstallationStep } from '../../features/setup/installation-step.tsx'
import { MailStep } from '../../features/setup/mail-step.tsx'
import { ContinueButton } from '../../features/setup/setup-fields.tsx'
import { SetupFrame } from '../../features/setup/setup-frame.tsx'
import type { MailPort } from '../../features/setup/setup-view.ts'
import { ShellStyle } from '../../features/shell/shell-style.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { loginHref } from '../../loaders/open-account.ts'
import { noSuchPage, openAdmin } from '../../loaders/open-admin.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { LocalCode } from '../local-code.tsx'
import { metas } from '../metas.ts'
import { loadSetup, stepNames } from './load-setup.ts'
import { submitSetup } from './submit-setup.ts'

const titles = {
  installation: 'setup.installation',
  mail: 'setup.mail',
  backups: 'setup.backups',
  done: 'setup.finished',
} as const satisfies Record<(typeof stepNames)[number], MessageKey>

const backs = { installation: undefined, mail: '/setup/installation', backups: '/setup/mail', done: undefined } as const

/** Administrators only, at any time: it changes what the admin's settings change. Anyone else is sent to /setup while a setup link is valid. */
async function openStep(args: LoaderFunctionArgs | ActionFunctionArgs) {
  await openAdmin(args, 'setup').catch(async (refused: unknown) => {
    if (isProblem(refused)) throw refused
    const { setupMinutesLeft } = await args.context.get(apiContext).call('accounts.signUpState', { query: {} })
    throw setupMinutesLeft === null ? refused : redirect('/setup')
  })
  const step = stepNames.find((one) => one === args.params['step'])
  if (!step) throw noSuchPage('setup')
  return step
}

export async function loader(args: LoaderFunctionArgs) {
  const step = await openStep(args)
  const { isLoginRecent } = await args.context.get(apiContext).call('privacy.read')
  return {
    view: await loadSetup(args, step),
    phone: args.context.get(siteContext).phone,
    title: `${translateFor(args.request)(titles[step])} | ${args.context.get(siteContext).productName}`,
    againHref: isLoginRecent || step === 'done' ? null : loginHref(`/setup/${step}`, 'settings'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const answer = await submitSetup(args, await openStep(args))
  return answer instanceof Response ? answer : data(answer, { status: answer.failure ? 422 : 200 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

const portSteps: readonly MailStepName[] = ['portRefused', 'unreachable', 'noGreeting']

/** The other usual port, if the server of a test refused its port, or didn't answer there. */
function otherPortOf(steps: readonly { step: MailStepName }[], { port, security }: Record<string, unknown>): MailPort | null {
  if (!steps.some(({ step }) => portSteps.includes(step))) return null
  return port === '587' || (port === '' && security === 'starttls') ? '465' : '587'
}

/** What is left to set up after the first administrator's account. */
export default function SetupStep() {
  const { view, againHref, phone } = useLoaderData<typeof loader>()
  const { failure = null, unsaved = null, mailTest = null, startedAfter = null } = useActionData<typeof action>() ?? {}
  const t = useTranslate()
  const { step } = view
  // State, because revalidating the page drops what the form returned.
  const [after, setAfter] = useState(startedAfter)
  if (startedAfter !== null && startedAfter !== after) setAfter(startedAfter)
  const next = (
    <>
      {t('signup.next')}
      <Icon name="arrow-right" />
    </>
  )
  const words = {
    installation: { title: t('setup.installation'), lead: t('setup.installationLead'), foot: <ContinueButton>{next}</ContinueButton> },
    mail: {
      title: t('setup.mail'),
      lead: t('setup.mailLead'),
      foot: (
        <>
          <ButtonLink kind="ghost" size="large" href="/setup/backups" isDocument>
            {t('setup.later')}
          </ButtonLink>
          <ContinueButton>{next}</ContinueButton>
        </>
      ),
    },
    backups:
      view.step === 'backups'
        ? {
            title: t('setup.backups'),
            lead: t('setup.backupsLead'),
            foot: <BackupsButtons state={view.state} isStarted={after === view.ended} />,
          }
        : null,
    done:
      view.step === 'done'
        ? { title: t('setup.ready', { host: view.host }), lead: t('setup.doneLead', { login: view.login }), foot: <DoneButtons /> }
        : null,
  }[step]
  if (!words) return null
  const back = backs[step]
  const lacksKey = mailTest?.steps.some((one) => ['dkimUnknown', 'dkimMissing', 'dkimBroken'].includes(one.step))
  const selector = failure?.typed['selector'] ?? (lacksKey || mailTest?.selector ? mailTest?.selector : undefined)
  return (
    <ToastProvider>
      <ShellStyle />
      <SetupFrame step={step} {...words} {...(back && { backHref: back })}>
        {againHref && <LoginAgainBanner href={againHref} hasInput={failure !== null} />}
        {view.step === 'installation' && <InstallationStep view={view} failure={failure} />}
        {view.step === 'mail' && (
          <MailStep
            view={view}
            failure={failure}
            unsaved={unsaved}
            otherPort={view.server.isLocked ? null : otherPortOf(mailTest?.steps ?? [], unsaved ?? view.server)}
            selector={selector !== undefined && <SelectorField error={failure?.errors['selector']} selector={selector} />}
            result={mailTest && <MailTestResult {...mailTest} note={unsaved && t('setup.mailNotSaved')} />}
          />
        )}
        {view.step === 'backups' && <BackupsStep view={view} failure={failure} after={after} />}
        {view.step === 'done' && view.waiting && <RestartBanner names={view.waiting} />}
        {view.step === 'done' && <DoneStep view={view} local={<LocalCode address={view.address} phone={phone} />} />}
      </SetupFrame>
    </ToastProvider>
  )
}
