import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { PasswordField } from '../../../ui/field/password-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { SettingLink, Settings } from '../../../ui/list/settings.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Cluster, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { usePasswordRule } from '../../../platform/login/use-password-rule.ts'
import type { DetailsDone, DetailsResult, DetailsView } from './details-view.ts'

type Props = { view: DetailsView; done: DetailsDone | null; result: DetailsResult | null }

/** How the account logs in: each part a form that works without a script. */
export function DetailsPage({ view, done, result }: Props) {
  const t = useTranslate()
  const part = { view, done, result }
  return (
    <>
      <NamePart {...part} />
      {view.usesIdentityProvider ? (
        <Banner kind="info">{t('account.loginMethodsExternal')}</Banner>
      ) : (
        <>
          <EmailPart {...part} />
          <PasswordPart {...part} />
        </>
      )}
      {view.settingsHref && (
        <Settings>
          <SettingLink icon="fingerprint" title={t('details.more')} isDocument href={view.settingsHref} />
        </Settings>
      )}
    </>
  )
}

function NamePart({ view, done, result }: Props) {
  const t = useTranslate()
  const { issues, banner } = answerOf('name', { done, result })
  return (
    <Panel id="name" title={t('login.name')} lead={t('details.nameLead')}>
      <Stack>
        {banner}
        <PartForm part="name" button={t('details.nameSave')}>
          <TextField
            label={t('login.name')}
            isLabelHidden
            name="name"
            autoComplete="name"
            defaultValue={result?.at === 'name' ? result.typed : view.name}
            error={issues['name']}
            maxLength={120}
            required
          />
        </PartForm>
      </Stack>
    </Panel>
  )
}

/** The email changes once the link that is sent to the new one was opened. */
function EmailPart({ view, done, result }: Props) {
  const t = useTranslate()
  const { issues, banner } = answerOf('email', { done, result })
  return (
    <Panel id="email" title={t('login.email')} lead={t('details.emailLead', { email: view.email, sendsMail: view.sendsMail })}>
      <Stack>
        {banner}
        {view.newEmail !== null && <EmailPending view={view} newEmail={view.newEmail} />}
        {view.isLoginRecent ? (
          <PartForm part="email" button={t('details.emailSend', { sendsMail: view.sendsMail })}>
            <TextField
              key={done?.at === 'email' ? done.key : ''}
              label={t('details.emailNew')}
              name="email"
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={result?.at === 'email' ? result.typed : ''}
              error={issues['email']}
              maxLength={254}
              required
            />
          </PartForm>
        ) : (
          <LoginAgain href={view.againHrefs.email} note={t('login.why.email')} />
        )}
      </Stack>
    </Panel>
  )
}

function EmailPending({ view, newEmail }: { view: DetailsView; newEmail: string }) {
  const t = useTranslate()
  return (
    <Form className="ui-stack" method="post" preventScrollReset>
      <Banner kind="info" title={t('details.emailPending', { email: newEmail })}>
        {t('details.emailPendingMore', { sendsMail: view.sendsMail })} {!view.sendsMail && t('details.emailNoServer')}
      </Banner>
      <input type="hidden" name="email" value={newEmail} />
      <Cluster>
        <Button type="submit" name="part" value="email">
          {t('details.emailAgain', { sendsMail: view.sendsMail })}
        </Button>
        <Button type="submit" name="part" value="email-cancel">
          {t('details.emailCancel')}
        </Button>
      </Cluster>
    </Form>
  )
}

function PasswordPart({ view, done, result }: Props) {
  const t = useTranslate()
  const rule = usePasswordRule()
  const { issues, banner } = answerOf('password', { done, result })
  const title = t(view.hasPassword ? 'account.password' : 'account.passwordMake')
  // Emptied once the password is changed.
  const fieldKey = done?.at === 'password' ? done.key : ''
  return (
    <Panel id="password" title={title} lead={t('details.passwordLead', { sendsMail: view.sendsMail })}>
      <Stack>
        {banner}
        {view.hasPassword || view.isLoginRecent ? (
          <PartForm part="password" button={t('details.passwordSave')}>
            {/* For password managers. */}
            <input type="text" name="username" autoComplete="username" defaultValue={view.email} readOnly hidden />
            {view.hasPassword && (
              <>
                <PasswordField
                  key={`current ${fieldKey}`}
                  label={t('details.passwordCurrent')}
                  showLabel={t('login.showPassword')}
                  name="current"
                  autoComplete="current-password"
                  error={issues['current']}
                  maxLength={200}
                  required
                />
                <p className="ui-note">
                  <TextLink isDocument href="/account/forgot">
                    {t('login.forgot')}
                  </TextLink>
                </p>
              </>
            )}
            <PasswordField
              key={`new ${fieldKey}`}
              label={t('login.newPassword')}
              showLabel={t('login.showPassword')}
              rule={rule}
              name="password"
              autoComplete="new-password"
              error={issues['password']}
              maxLength={200}
              required
            />
          </PartForm>
        ) : (
          <LoginAgain href={view.againHrefs.password} note={t('login.why.password')} />
        )}
      </Stack>
    </Panel>
  )
}

function PartForm({ part, button, children }: { part: DetailsResult['at']; button: string; children: ReactNode }) {
  const { state, formData } = useNavigation()
  return (
    <Form className="ui-stack" method="post" preventScrollReset noValidate>
      {children}
      <Cluster>
        <Button type="submit" name="part" value={part} isBusy={state !== 'idle' && formData?.get('part') === part}>
          {button}
        </Button>
      </Cluster>
    </Form>
  )
}

function LoginAgain({ href, note }: { href: string; note: string }) {
  const t = useTranslate()
  return (
    <div className="ui-stack">
      <p className="ui-note">{note}</p>
      <Cluster>
        <ButtonLink isDocument href={href}>
          {t('privacy.again')}
        </ButtonLink>
      </Cluster>
    </div>
  )
}

/** What the last form of this part answered: its errors by field, or what was done. */
function answerOf(part: DetailsResult['at'], { done, result }: Pick<Props, 'done' | 'result'>) {
  const own = result?.at === part ? result : null
  const issues = own?.issues ?? {}
  const text = own && Object.keys(issues).length === 0 ? own.message : ''
  const isDone = !own && done?.at === part
  const banner = (text || isDone) && (
    <Banner kind={isDone ? 'ok' : 'bad'} isLive>
      {isDone ? done.text : text}
    </Banner>
  )
  return { issues, banner }
}
