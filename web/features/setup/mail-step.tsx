import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { beforeField } from '../../platform/setting-fields.ts'
import { LockedSetting, SettingField, SetupForm } from './setup-fields.tsx'
import { otherPortIntent, securityOf, type MailPort, type MailView, type SetupFailure } from './setup-view.ts'

type Props = {
  view: MailView
  failure: SetupFailure | null
  /** What was typed, without the password, if the test refused it. */
  unsaved: SetupFailure['typed'] | null
  /** A field for the name of the DKIM key, after a test that found none. */
  selector: ReactNode
  /** What the test found. */
  result: ReactNode
  /** The port to try, if the test found that the one in the form doesn't answer. */
  otherPort: MailPort | null
}

/** The mail server, and a test of it. */
export function MailStep({ view: { server, sender, email }, failure, unsaved, selector, result, otherPort }: Props) {
  const t = useTranslate()
  const { state, formData } = useNavigation()
  const isTesting = state !== 'idle' && formData?.get('intent') === 'test'
  return (
    <SetupForm failure={failure}>
      {server.isLocked ? (
        <LockedSetting label={t('admin.setting.SMTP_URL')} name="SMTP_URL">
          <bdi dir="ltr">{server.text}</bdi>
        </LockedSetting>
      ) : (
        <ServerFields server={server} errors={failure?.errors ?? {}} typed={failure?.typed ?? unsaved ?? {}} />
      )}
      <SettingField setting={sender} failure={failure} label={t('setup.mailFrom')} hint={t('admin.setting.MAIL_FROM.help')} />
      {server.text === '' && <Banner kind="info">{t('setup.mailUntil')}</Banner>}
      {selector}
      <p className="ui-cluster setup-test">
        <Button type="submit" icon="send" name="intent" value="test" isBusy={isTesting}>
          {t('setup.mailTest')}
        </Button>
        <small>{t('setup.mailTestTo', { email })}</small>
      </p>
      {result}
      {otherPort && (
        <Button
          type="submit"
          name="intent"
          value={otherPortIntent(otherPort)}
          isBusy={state !== 'idle' && formData?.get('intent') === otherPortIntent(otherPort)}
          onClick={({ currentTarget: { form } }) => {
            setField(form, 'port', otherPort)
            setField(form, 'security', securityOf[otherPort])
          }}
        >
          {t('setup.mailUsePort', { port: otherPort })}
        </Button>
      )}
    </SetupForm>
  )
}

/** The fields hold what is sent; without a script, the page that is sent back has it. */
function setField(form: HTMLFormElement | null, name: string, value: string) {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
}

function ServerFields({ server, errors, typed }: Pick<MailView, 'server'> & Pick<SetupFailure, 'errors' | 'typed'>) {
  const t = useTranslate()
  const plain = { maxLength: 300, autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const
  return (
    <>
      <input type="hidden" name={beforeField('SMTP_URL')} value={server.text} />
      <div className="setup-server">
        <TextField
          label={t('setup.mailHost')}
          error={errors['host']}
          name="host"
          defaultValue={typed['host'] ?? server.host}
          placeholder="smtp.example.com"
          {...plain}
        />
        <TextField
          label={t('setup.mailPort')}
          error={errors['port']}
          name="port"
          inputMode="numeric"
          defaultValue={typed['port'] ?? server.port}
          placeholder="587"
          {...plain}
          maxLength={5}
        />
        <SelectField label={t('setup.mailSecurity')} name="security" defaultValue={typed['security'] ?? server.security}>
          <option value="starttls">STARTTLS</option>
          <option value="tls">TLS</option>
        </SelectField>
      </div>
      <div className="setup-pair">
        <TextField
          label={t('setup.mailUser')}
          error={errors['user']}
          name="user"
          autoComplete="off"
          defaultValue={typed['user']}
          {...plain}
        />
        <PasswordField
          label={t('login.password')}
          showLabel={t('login.showPassword')}
          error={errors['password']}
          name="password"
          autoComplete="off"
          {...plain}
        />
      </div>
      {server.hasLogin && <p className="setup-note">{t('setup.mailSaved')}</p>}
    </>
  )
}
