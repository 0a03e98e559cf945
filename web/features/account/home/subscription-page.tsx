import type { ReactNode } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { IconList } from '../../../ui/list/icon-list.tsx'
import { SettingLink, Settings } from '../../../ui/list/settings.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Columns, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { chooseHref } from './choose-href.ts'
import { PlanInvoices } from './plan-invoices.tsx'
import { PlanNow } from './plan-now.tsx'
import { PlanPayments } from './plan-payments.tsx'
import css from './subscription.css?inline'
import href from './subscription.css?url'
import type { PlanTold, SubscriptionView } from './subscription-view.ts'

const features = [
  ['star', 'restricted.reviews'],
  ['infinity', 'restricted.contacts'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['badge-check', 'restricted.integration'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [IconName, MessageKey][]

const freeKeeps = ['subscription.freeCard', 'subscription.freeContact', 'subscription.freeFive', 'subscription.freeWeek'] as const

type Props = {
  view: SubscriptionView
  told: PlanTold | null
  /** Where a plan is chosen, once it is asked for. */
  chooser: ReactNode
}

/**
 * How a card’s plan stands. A part of the page answers to each thing a link may ask for (#upgrade, #update-card, #renew, #cancel):
 * the browser scrolls there and gives it the focus, without a script.
 */
export function SubscriptionPage({ view, told, chooser }: Props) {
  const t = useTranslate()
  const { kind, can } = view
  return (
    <div className="subscription ui-stack">
      <PageStyle name="subscription" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <PlanMessages view={view} told={told} />
      <PlanNow view={view} isChoosing={chooser !== null} />
      {chooser && (
        <section id="choose" tabIndex={-1} aria-labelledby="choose-title">
          <h2 id="choose-title">{t('subscribe.title')}</h2>
          {chooser}
        </section>
      )}
      <Columns look="even">
        <Panel id="upgrade" title={t('subscription.pro')}>
          <Stack isTight>
            <IconList items={features.map(([icon, key]) => ({ icon, text: t(key) }))} />
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
          <IconList kind="ok" items={freeKeeps.map((key) => ({ icon: 'check', text: t(key) }))} />
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
    </div>
  )
}

/** What became of the last button, and of what was asked for before. */
function PlanMessages({ view: { order, paidBy }, told }: { view: SubscriptionView; told: PlanTold | null }) {
  const t = useTranslate()
  return (
    <>
      {told && (
        <Banner kind={told.isBad ? 'bad' : 'ok'} isLive>
          {told.text}{' '}
          {told.href && (
            <TextLink isDocument href={told.href}>
              {t('subscription.goOn')}
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
        <Banner kind="warn" title={t(paidBy === 'person' ? 'subscription.asked' : 'subscription.begun')} isLive>
          {t(paidBy === 'person' ? 'subscription.askedMore' : 'subscription.begunMore')}
        </Banner>
      )}
    </>
  )
}
