import type { AdminView, Outcome } from './admin-view.ts'
import { BillingPage } from './billing/billing-page.tsx'
import { CardPage } from './cards/card-page.tsx'
import { AuditPage } from './lists/audit-page.tsx'
import { CardsPage } from './lists/cards-page.tsx'
import { ImportPage } from './lists/import-page.tsx'
import { ImportsPage } from './lists/imports-page.tsx'
import { InvitationsPage } from './lists/invitations-page.tsx'
import { JobsPage } from './lists/jobs-page.tsx'
import { MailPage, MailsPage } from './lists/mail-page.tsx'
import { ReportsPage } from './lists/reports-page.tsx'
import { HostsPage, NamesPage } from './lists/word-list.tsx'
import { BackupsPage } from './operations/backups-page.tsx'
import { ConnectionsPage } from './operations/connections-page.tsx'
import { WebhooksPage } from './operations/webhooks-page.tsx'
import { MissingPage } from './missing-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { OverviewPage } from './overview/overview-page.tsx'

/** Chooses the component of an admin page. */
export function AdminPage({ view, ...outcome }: { view: AdminView } & Outcome) {
  if (view.page === 'overview') return <OverviewPage {...view} />
  if (view.page === 'cards') return <CardsPage {...view} {...outcome} />
  if (view.page === 'card') return <CardPage key={view.card.alias} {...view} {...outcome} />
  if (view.page === 'billing') return <BillingPage {...view} {...outcome} />
  if (view.page === 'webhooks') return <WebhooksPage {...view} {...outcome} />
  if (view.page === 'connections') return <ConnectionsPage {...view} {...outcome} />
  if (view.page === 'backups') return <BackupsPage {...view} {...outcome} />
  if (view.page === 'settings') return <SettingsPage {...view} {...outcome} />
  if (view.page === 'invitations') return <InvitationsPage {...view} {...outcome} />
  if (view.page === 'names') return <NamesPage {...view} {...outcome} />
  if (view.page === 'reports') return <ReportsPage {...view} {...outcome} />
  if (view.page === 'hosts') return <HostsPage {...view} {...outcome} />
  if (view.page === 'jobs') return <JobsPage {...view} {...outcome} />
  if (view.page === 'mails') return <MailsPage {...view} {...outcome} />
  if (view.page === 'mail') return <MailPage {...view} />
  if (view.page === 'audit') return <AuditPage {...view} />
  if (view.page === 'imports') return <ImportsPage {...view} {...outcome} />
  if (view.page === 'import') return <ImportPage {...view} {...outcome} />
  return <MissingPage {...view} />
}
