import { PageStyle } from '../../../ui/page-style.tsx'
import { AuditPage } from './audit-page.tsx'
import { BillingPage } from './billing/billing-page.tsx'
import { CardPage } from './card-page.tsx'
import { CardsPage } from './cards-page.tsx'
import { HostsPage } from './hosts-page.tsx'
import { ImportPage } from './import-page.tsx'
import { ImportsPage } from './imports-page.tsx'
import { JobsPage } from './jobs-page.tsx'
import { MailPage, OutboxPage } from './outbox-page.tsx'
import { NamesPage } from './names-page.tsx'
import css from './operator.css?inline'
import href from './operator.css?url'
import { OverviewPage } from './overview-page.tsx'
import { ReportsPage } from './reports-page.tsx'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = { view: DeskView; told: string | null; trouble: DeskTrouble | null }

/** Any of the operator's pages. */
export function OperatorPage(props: Props) {
  return (
    <>
      <PageStyle name="operator" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <Shown {...props} />
    </>
  )
}

function Shown({ view, ...around }: Props) {
  if (view.page === 'overview') return <OverviewPage {...view} />
  if (view.page === 'cards') return <CardsPage {...view} />
  if (view.page === 'card') return <CardPage key={view.card.alias} {...view} {...around} />
  if (view.page === 'billing') return <BillingPage {...view} {...around} />
  if (view.page === 'names') return <NamesPage {...view} {...around} />
  if (view.page === 'reports') return <ReportsPage {...view} {...around} />
  if (view.page === 'hosts') return <HostsPage {...view} {...around} />
  if (view.page === 'jobs') return <JobsPage {...view} {...around} />
  if (view.page === 'outbox') return <OutboxPage {...view} />
  if (view.page === 'mail') return <MailPage {...view} />
  if (view.page === 'audit') return <AuditPage {...view} />
  if (view.page === 'imports') return <ImportsPage {...view} {...around} />
  return <ImportPage {...view} {...around} />
}
