import { webhookStates } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { FilterSelect } from '../../../ui/field/select-field.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { Named, Table } from '../../../ui/list/table.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Figures, type Figure } from '../../../ui/status/figures.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain, ListSearch, NextLink } from '../admin-main.tsx'
import { anyCardHref, listHref, placeHref } from '../admin-places.ts'
import type { Paged, WebhookView } from '../admin-view.ts'
import { webhookMarks } from '../billing/event-rows.tsx'
import { Moment } from '../moment.tsx'

export type WebhooksView = Paged<{
  provider: string
  address: string
  failed: number
  figures: Figure[]
  webhooks: WebhookView[]
  filters: { q: string; state: string }
}>

/** Webhook events of the payment provider, with their outcome. */
export function WebhooksPage({ provider, address, failed, figures, webhooks, filters, next, isFurther }: WebhooksView) {
  const t = useTranslate()
  const here = placeHref('/webhooks')
  const { q, state } = filters
  const isFiltered = Boolean(q || state)
  const isEmpty = webhooks.length === 0 && !isFiltered && !isFurther
  return (
    <AdminMain title={t('admin.webhooks')} lead={t('admin.webhooksLead')}>
      {!provider && (
        <Banner
          kind="info"
          title={t('admin.webhooksOff')}
          action={
            <ButtonLink size="small" href={placeHref('/setup')}>
              {t('admin.setupSee')}
            </ButtonLink>
          }
        >
          {t('admin.webhooksOffNote')}
        </Banner>
      )}
      {failed > 0 && (
        <Banner
          kind="bad"
          title={t('admin.webhooksFailing', { count: failed })}
          action={
            <ButtonLink size="small" href={placeHref('/billing')}>
              {t('admin.billing.title')}
            </ButtonLink>
          }
        >
          {t('admin.webhooksFailingNote')}
        </Banner>
      )}
      {provider && (
        <>
          <Figures label={t('admin.figures')} figures={figures} />
          <Panel>
            <Facts
              facts={[
                { name: t('admin.billing.provider'), value: provider },
                { name: t('admin.webhookUrl'), value: <bdi dir="ltr">{address}</bdi> },
              ]}
            />
          </Panel>
        </>
      )}
      {isEmpty ? (
        provider && <EmptyState title={t('admin.webhooksNone')}>{t('admin.webhooksNoneNote', { provider })}</EmptyState>
      ) : (
        <>
          <ListSearch action={here} label={t('admin.webhooksSearch')} q={q} clearHref={listHref(here, { state })} found={webhooks.length}>
            <FilterSelect label={t('admin.status')} name="state" defaultValue={state}>
              <option value="">{t('admin.any')}</option>
              {webhookStates.map((one) => (
                <option key={one} value={one}>
                  {t(`admin.webhookState.${one}`)}
                </option>
              ))}
            </FilterSelect>
          </ListSearch>
          {webhooks.length === 0 ? (
            <EmptyState title={t('admin.webhooksNoMatch')} action={<ButtonLink href={here}>{t('admin.clearFilters')}</ButtonLink>} />
          ) : (
            <WebhookTable webhooks={webhooks} />
          )}
          <NextLink
            path={here}
            query={filters}
            next={next}
            isFurther={isFurther}
            summary={isFiltered && webhooks.length > 0 && <TextLink href={here}>{t('admin.clearFilters')}</TextLink>}
          />
        </>
      )}
    </AdminMain>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly WebhookView[] }) {
  const t = useTranslate()
  return (
    <Table
      caption={t('admin.webhooks')}
      columns={[
        { key: 'kind', label: t('admin.webhookEvent') },
        { key: 'card', label: t('admin.card') },
        { key: 'state', label: t('admin.status'), isShort: true },
        { key: 'received', label: t('admin.webhookReceived'), isShort: true },
        { key: 'retry', label: t('admin.actions'), isLabelHidden: true, isNumber: true },
      ]}
      rows={webhooks.map(({ id, kind, alias, state, received, canRetry }) => ({
        key: id,
        cells: {
          kind: <Named name={<bdi dir="ltr">{kind}</bdi>} note={<bdi dir="ltr">{id}</bdi>} />,
          card: alias ? (
            <TextLink href={anyCardHref(alias, 'plan')} dir="ltr">
              /{alias}
            </TextLink>
          ) : (
            '–'
          ),
          state: <Status kind={webhookMarks[state]}>{t(`admin.webhookState.${state}`)}</Status>,
          received: <Moment {...received} />,
          retry: canRetry && (
            <form method="post">
              <input type="hidden" name="webhook" value={id} />
              <Button size="small" type="submit" name="intent" value="retry" aria-label={`${t('admin.webhookRetry')}: ${kind}, ${id}`}>
                {t('admin.webhookRetry')}
              </Button>
            </form>
          ),
        },
      }))}
    />
  )
}
