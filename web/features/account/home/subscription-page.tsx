import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { IconList } from '../../../ui/list/icon-list.tsx'
import { SettingLink, Settings } from '../../../ui/list/settings.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Columns, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { chooseHref } from './choose-href.ts'
import { PlanInvoices } from './plan-invoices.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { PlanPayments } from './plan-payments.tsx'
import { proFeatures } from './pro-features.ts'
import type { PlanNotice, SubscriptionView } from './subscription-view.ts'

const freeFeatures = ['subscription.freeCard', 'subscription.freeContact', 'subscription.freeFive', 'subscription.freeWeek'] as const

type Props = {
  view: SubscriptionView
  notice: PlanNotice | null
  /** The form to choose a plan, if requested. */
  chooser: ReactNode
}

/**
 * The state of a card’s plan. Each action that a link may name (#upgrade, #update-card, #renew, #cancel) is an element with that
 * id, so the browser scrolls there and focuses it without a script.
 */
export function SubscriptionPage({ view, notice, chooser }: Props) {
  const t = useTranslate()
  const { kind, can } = view
  return (
    <>
      <PlanMessages view={view} notice={notice} />
      <CurrentPlan view={view} isChoosing={chooser !== null} />
      {chooser && (
        <section className="ui-stack" id="choose" tabIndex={-1} aria-labelledby="choose-title">
          <h2 id="choose-title">{t('subscribe.title')}</h2>
          {chooser}
        </section>
      )}
      <Columns look="even">
        <Panel id="upgrade" title={t('subscription.pro')}>
          <Stack isTight>
            <IconList items={proFeatures.map(([icon, key]) => ({ icon, text: t(key) }))} />
            <Facts facts={view.plans.map(({ name, price }) => ({ name, value: price }))} />
            <p className="ui-note">{t(kind === 'open' ? 'subscription.isOpen' : 'subscription.priceMore')}</p>
            {can.subscribe && !chooser && (
              <ButtonLink
                kind={view.order === 'none' ? 'brass' : 'line'}
                size={view.order === 'none' ? 'large' : 'medium'}
                isWide
                isDocument
                href={chooseHref(view.alias)}
              >
                {t('subscription.choose')}
              </ButtonLink>
            )}
          </Stack>
        </Panel>
        <Panel id="free" title={t('subscription.free')}>
          <IconList kind="ok" items={freeFeatures.map((key) => ({ icon: 'check', text: t(key) }))} />
        </Panel>
      </Columns>
      <PlanPayments view={view} />
      <Settings id="invoices" tabIndex={-1} title={t('subscription.invoices')}>
        <PlanInvoices invoices={view.invoices} />
      </Settings>
      {view.others.length > 0 && (
        <Settings id="others" tabIndex={-1} title={t('subscription.others')}>
          {view.others.map(({ alias, name }) => (
            <SettingLink key={alias} isDocument href={`/account/subscription?alias=${alias}`} title={name} note={`/${alias}`} />
          ))}
        </Settings>
      )}
    </>
  )
}

/** The result of the last action, and the state of an open order. */
function PlanMessages({ view: { order, paidBy }, notice }: { view: SubscriptionView; notice: PlanNotice | null }) {
  const t = useTranslate()
  return (
    <>
      {notice && (
        <Banner kind={notice.isBad ? 'bad' : 'ok'} isLive>
          {notice.text}{' '}
          {notice.href && (
            <TextLink isDocument href={notice.href}>
              {t('subscription.continue')}
            </TextLink>
          )}
        </Banner>
      )}
      {order === 'paying' && (
        <Banner kind="warn" title={t('subscription.processing')} isLive>
          {t('subscription.processingMore')}
        </Banner>
      )}
      {order === 'open' && (
        <Banner kind="warn" title={t(paidBy === 'person' ? 'subscription.requested' : 'subscription.begun')} isLive>
          {t(paidBy === 'person' ? 'subscription.requestedMore' : 'subscription.begunMore')}
        </Banner>
      )}
    </>
  )
}
