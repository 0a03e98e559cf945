import mailbox from '../../../ui/art/spot-mailbox.svg?url'
import { retention } from '#contract/accounts/retention.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain, NextLink } from '../admin-main.tsx'
import { anyCardHref, mailHref, placeHref, settingsHref } from '../admin-places.ts'
import { CopiedText } from '../copied-text.tsx'
import type { MailLineView, MailView, Paged, RefusedMailView } from '../admin-view.ts'
import { MailTest } from '../operations/mail-test.tsx'
import { Moment } from '../moment.tsx'

type RefusedView = Paged<{ refused: RefusedMailView[] }>
export type MailsView = Paged<{
  isSent: boolean
  /** The administrator’s own address, for a test. */
  email: string
  mails: MailLineView[]
  refused: RefusedView
}>
export type MailPageView = {
  mail: MailView
  isCut: boolean
  /** Shows the email with its login links; null if it has none to show. */
  linksHref: string | null
  links: string[]
}

/** A test of the mail server; emails stored because none is configured. */
export function MailsPage({ isSent, email, mails, next, isFurther, refused }: MailsView) {
  const t = useTranslate()
  return (
    <AdminMain title={t('admin.mail')}>
      {isSent && <MailTest email={email} />}
      {(!isSent || mails.length > 0) && (
        <Banner
          kind={isSent ? 'info' : 'warn'}
          title={t(isSent ? 'admin.mailSending' : 'admin.mailNotSending')}
          action={
            !isSent && (
              <ButtonLink size="small" kind="primary" href={settingsHref('mail')}>
                {t('admin.attention.noMailDo')}
              </ButtonLink>
            )
          }
        >
          {t(isSent ? 'admin.outboxSent' : 'admin.outboxStored')}
        </Banner>
      )}
      {mails.length === 0 ? (
        !isSent && <EmptyState art={mailbox} title={t('admin.outboxNone')} />
      ) : (
        <List label={t('admin.mail')} isWrapped>
          {mails.map(({ id, at, to, subject }) => (
            <ListRow
              key={id}
              title={subject || t('admin.noSubject')}
              note={<bdi dir="ltr">{to}</bdi>}
              href={mailHref(id)}
              end={<Moment {...at} />}
            />
          ))}
        </List>
      )}
      <NextLink path={placeHref('/mail')} next={next} isFurther={isFurther} />
      {(isSent || refused.refused.length > 0) && <RefusedAddresses {...refused} isSent={isSent} />}
    </AdminMain>
  )
}

/** Addresses that the mail server refused permanently, explained as in a mail test. */
function RefusedAddresses({ refused, next, isFurther, isSent }: RefusedView & { isSent: boolean }) {
  const t = useTranslate()
  return (
    <>
      <Panel title={t('admin.refused.title')} lead={t('admin.refused.lead', { days: retention.refusedRecipientDays })}>
        {refused.length === 0 ? (
          <EmptyState title={t('admin.refused.none')} />
        ) : (
          <List label={t('admin.refused.title')} isInside isWrapped>
            {refused.map((one) => (
              <RefusedRow key={one.id} {...one} isSent={isSent} />
            ))}
          </List>
        )}
      </Panel>
      <NextLink path={placeHref('/mail')} cursor="refused" next={next} isFurther={isFurther} />
    </>
  )
}

function RefusedRow({
  id,
  address,
  alias,
  step: { step, values },
  count,
  firstAt,
  lastAt,
  isPaused,
  isSent,
}: RefusedMailView & { isSent: boolean }) {
  const t = useTranslate()
  return (
    <ListRow
      isWrapped
      title={
        <>
          <bdi dir="ltr">{address}</bdi> {isPaused && <Status kind="warn">{t('admin.refused.paused')}</Status>}
        </>
      }
      note={
        <>
          {t(`admin.mailTest.step.${step}`, values)}
          <br />
          <span title={`${firstAt.utc} – ${lastAt.utc}`}>
            {t('admin.refused.times', { count, first: firstAt.text, last: lastAt.text })}
          </span>
          {alias && (
            <>
              {' · '}
              <PageLink href={anyCardHref(alias)}>/{alias}</PageLink>
            </>
          )}
        </>
      }
      end={
        isSent && (
          <form method="post">
            <input type="hidden" name="refused" value={id} />
            <Button size="small" type="submit" name="intent" value="clear" aria-label={t('admin.refused.clearOf', { address })}>
              {t('admin.refused.clear')}
            </Button>
          </form>
        )
      }
    />
  )
}

/** One email as text, so nothing in it can run. */
export function MailPage({ mail: { from, to, at, subject, text, attachments }, isCut, linksHref, links }: MailPageView) {
  const t = useTranslate()
  const facts = [
    { name: t('admin.from'), value: from },
    { name: t('admin.to'), value: to },
    { name: t('admin.date'), value: <Moment {...at} /> },
    { name: t('admin.attached'), value: attachments.join(', ') },
  ]
  return (
    <AdminMain below="/mail" title={subject || t('admin.noSubject')}>
      {isCut && (
        <Banner
          kind="info"
          title={t('admin.loginLinksHiddenTitle')}
          action={
            linksHref && (
              <ButtonLink size="small" href={linksHref}>
                {t('admin.loginLinksShow')}
              </ButtonLink>
            )
          }
        >
          {t(linksHref ? 'admin.loginLinksHiddenHere' : 'admin.loginLinksHidden')}
        </Banner>
      )}
      {links.length > 0 && (
        <Panel title={t('admin.loginLinks')} lead={t('admin.loginLinksLead')}>
          <Stack isTight>
            {links.map((link, at) => (
              <CopiedText key={link} label={t('admin.loginLink', { number: at + 1 })} text={link} />
            ))}
          </Stack>
        </Panel>
      )}
      <Panel>
        <Facts facts={facts.filter(({ value }) => value !== '')} />
      </Panel>
      <pre className="ui-panel padded ui-text" dir="auto">
        {text}
      </pre>
    </AdminMain>
  )
}
