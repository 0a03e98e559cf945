import { Form, useNavigation } from 'react-router'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, ButtonLink, SummaryButton, type ButtonKind } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { ActionRow, Cluster } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { chooseHref } from './choose-href.ts'
import type { SubscriptionView } from './subscription-view.ts'

const actions = ['update-card', 'renew', 'cancel'] as const

/** The payment method, and the actions on payments. */
export function PlanPayments({ view }: { view: SubscriptionView }) {
  const t = useTranslate()
  const { alias, can, card, kind, paidBy } = view
  const isChange = can.change && !can.resume
  const isOffered = {
    'update-card': can.update,
    renew: can.resume || can.change || (can.subscribe && kind === 'bad'),
    cancel: can.cancel,
  }
  return (
    <Panel id="payments" title={t('subscription.payments')}>
      {/* Actions not offered now still have an element with their id, as the target of links. */}
      {actions.map((id) => !isOffered[id] && <span key={id} id={id} tabIndex={-1} />)}
      {paidBy === 'person' && <HowToPay />}
      {card && <ActionRow title={card.printed}>{card.isExpired && <Status kind="bad">{t('subscription.cardExpired')}</Status>}</ActionRow>}
      {!card && paidBy !== 'person' && <ActionRow title={t('subscription.noCard')} />}
      {isOffered['update-card'] && (
        <ActionRow
          id="update-card"
          title={t('subscription.updateCard')}
          note={t('subscription.updateCardMore', { count: view.dunningDays })}
        >
          {can.update && (
            <ActionButton alias={alias} act="update-card" word={t(card ? 'subscription.updateCardDo' : 'subscription.addCard')} />
          )}
        </ActionRow>
      )}
      {isOffered.renew && (
        <ActionRow
          id="renew"
          title={t(isChange ? 'plan.change' : 'subscription.renew')}
          note={t(can.resume ? 'subscription.resumeMore' : isChange ? 'subscription.changeMore' : 'subscription.renewMore')}
        >
          <Cluster>
            {can.resume && <ActionButton alias={alias} act="resume" word={t('subscription.resume')} kind="primary" />}
            {can.change && <ActionButton alias={alias} act="change" word={t('subscription.change')} />}
            {can.subscribe && (
              <ButtonLink isDocument href={chooseHref(alias)}>
                {t('subscription.choose')}
              </ButtonLink>
            )}
          </Cluster>
        </ActionRow>
      )}
      {isOffered.cancel && (
        <ActionRow id="cancel" title={t('subscription.cancel')} note={view.cancelMore || t('subscription.cancelMore')}>
          <details>
            <SummaryButton kind="danger-line">{t('subscription.cancelAsk')}</SummaryButton>
            <p>{t('subscription.cancelSure')}</p>
            <ActionButton alias={alias} act="cancel" word={t('subscription.cancelDo')} kind="danger" />
          </details>
        </ActionRow>
      )}
    </Panel>
  )
}

type ActionButtonProps = { alias: string; act: string; word: string; kind?: ButtonKind }

function ActionButton({ alias, act, word, kind = 'line' }: ActionButtonProps) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="alias" value={alias} />
      {/* A second click while submitting sends nothing. */}
      <Button kind={kind} type="submit" name="act" value={act} isBusy={state === 'submitting' && formData?.get('act') === act}>
        {word}
      </Button>
    </Form>
  )
}

/** How to pay if the administrator takes payments by hand. */
function HowToPay() {
  const t = useTranslate()
  const { supportPhone, helpUrl } = useSite()
  return (
    <p className="ui-note">
      {t('subscription.pay')}{' '}
      {supportPhone && (
        <TextLink href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{t('subscription.call', { phone: supportPhone })}</TextLink>
      )}{' '}
      {helpUrl && <TextLink href={helpUrl}>{t('subscription.help')}</TextLink>}
    </p>
  )
}
