import { Form, useActionData, useNavigation } from 'react-router'
import { mailSteps } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Cluster, Fields, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Status } from '../../../ui/status/status.tsx'
import type { AdminError, MailTest as Result } from '../admin-view.ts'
import { CopiedText } from '../copied-text.tsx'
import { useOutcome } from '../use-outcome.ts'

/** Sends a test email; shows what the mail server answered, and the DNS records to add. */
export function MailTest({ email }: { email: string }) {
  const t = useTranslate()
  const { error } = useOutcome()
  const answer = useActionData<Result | AdminError>()
  const mailTest = answer && 'steps' in answer ? answer : null
  const { state } = useNavigation()
  return (
    <>
      <Panel title={t('admin.mailTest.title')} lead={t('admin.mailTest.lead')}>
        <Form className="ui-stack" method="post" preventScrollReset>
          <Fields>
            <TextField
              label={t('admin.mailTest.to')}
              error={error?.errors['to']}
              name="to"
              type="email"
              defaultValue={error?.typed['to'] ?? mailTest?.to ?? email}
              maxLength={254}
              required
            />
            <SelectorField error={error?.errors['selector']} selector={error?.typed['selector'] ?? mailTest?.selector} />
          </Fields>
          <Cluster>
            <Button kind="primary" type="submit" name="intent" value="test" isBusy={state === 'submitting'}>
              {t('admin.mailTest.send')}
            </Button>
          </Cluster>
        </Form>
      </Panel>
      {mailTest && <MailTestResult {...mailTest} />}
    </>
  )
}

/** The name of the DKIM key. */
export function SelectorField({ error, selector }: { error: string | undefined; selector: string | undefined }) {
  const t = useTranslate()
  return (
    <TextField
      label={t('admin.mailTest.selector')}
      hint={error ? undefined : t('admin.mailTest.selectorHint')}
      error={error}
      name="selector"
      defaultValue={selector}
      maxLength={62}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
    />
  )
}

/** `note`: what a refused test means for what was typed. */
export function MailTestResult({ steps, note }: Result & { note?: string | null }) {
  const t = useTranslate()
  const isAccepted = steps.some(({ step }) => step === 'accepted')
  return (
    <Stack isTight>
      <Banner kind={isAccepted ? 'ok' : 'bad'} title={t(isAccepted ? 'admin.mailTest.delivered' : 'admin.mailTest.failed')} isLive>
        {isAccepted ? t('admin.mailTest.deliveredNote') : note}
      </Banner>
      <List label={t('admin.mailTest.result')} isWrapped>
        {steps.map(({ step, values }) => (
          <ListRow
            key={step + JSON.stringify(values)}
            title={t(`admin.mailTest.step.${step}`, values)}
            end={<Status kind={mailSteps[step]}>{t(`admin.mailTest.state.${mailSteps[step]}`)}</Status>}
            isWrapped
          />
        ))}
      </List>
      {steps.map(
        ({ record }) =>
          record && (
            <CopiedText key={record.name + record.value} label={t('admin.mailTest.record', { name: record.name })} text={record.value} />
          ),
      )}
    </Stack>
  )
}
