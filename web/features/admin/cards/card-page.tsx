import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { LinkTabs } from '../../../ui/page/link-tabs.tsx'
import { AdminMain } from '../admin-main.tsx'
import { anyCardHref, cardTabsOf, type CardTab } from '../admin-places.ts'
import type { Activity, AdminError, CardView } from '../admin-view.ts'
import type { CardBillingView } from '../billing/billing-view.ts'
import { useOutcome } from '../use-outcome.ts'
import { CardPlan } from '../billing/card-plan.tsx'
import { CardActivity } from './card-activity.tsx'
import { CardDialogs } from './card-dialogs.tsx'
import { PlanBadge, StateOfCard } from './card-marks.tsx'
import { CardOverview } from './card-overview.tsx'
import { CardPermissions } from './card-permissions.tsx'

export type CardPageView = {
  tab: CardTab
  card: CardView
  show: string
  billing: CardBillingView | null
  q: string
  activity: Activity | null
}

/** One card, and what an administrator can do with it. */
export function CardPage(view: CardPageView) {
  const t = useTranslate()
  const { error } = useOutcome()
  const { publicUrl, hasPlans } = useSite()
  const { tab, card } = view
  const { alias, fullName, companyName, picture, isDisabled, reason } = card
  const name = fullName || alias
  return (
    <AdminMain
      below="/cards"
      title={name}
      picture={<Avatar name={name} picture={picture} size={76} />}
      mark={<PlanBadge card={card} />}
      lead={
        <>
          <StateOfCard card={card} />
          <TextLink href={`/${alias}`} dir="ltr">
            {publicUrl.replace(/^https?:\/\//, '')}/{alias}
          </TextLink>
          {companyName && <span dir="auto">{companyName}</span>}
        </>
      }
      actions={
        <>
          <ButtonLink href={`/${alias}`} icon="arrow-up-right">
            {t('admin.open')}
          </ButtonLink>
          <CardMenu card={card} />
        </>
      }
    >
      <LinkTabs
        label={t('admin.tabs')}
        current={anyCardHref(alias, tab)}
        tabs={cardTabsOf(hasPlans).map((one) => ({
          href: anyCardHref(alias, one),
          label: t(one === '' ? 'admin.overview' : `admin.tab.${one}`),
        }))}
      />
      {isDisabled && (
        <Banner
          kind="bad"
          title={reason ? t('admin.downBecause', { reason }) : t('admin.isDown')}
          action={
            <form method="post" action={anyCardHref(alias)}>
              <Button size="small" type="submit" name="intent" value="up">
                {t('admin.putUp')}
              </Button>
            </form>
          }
        />
      )}
      <Tab {...view} error={error} />
      <CardDialogs card={card} error={error} />
    </AdminMain>
  )
}

function Tab({ tab, card, billing, activity, show, q, error }: CardPageView & { error: AdminError | null }) {
  if (tab === 'plan') return <CardPlan card={card} billing={billing} error={error} />
  if (tab === 'permissions') return <CardPermissions card={card} show={show} q={q} error={error} />
  if (tab === 'activity' && activity) return <CardActivity alias={card.alias} {...activity} />
  return <CardOverview card={card} />
}

function CardMenu({ card: { alias, owners, isDisabled } }: { card: CardView }) {
  const t = useTranslate()
  const dialogHref = (dialog: string) => `${anyCardHref(alias)}?dialog=${dialog}`
  const [owner] = owners
  return (
    <Menu
      label={t('admin.actions')}
      groups={[
        [
          ...(owner ? [{ label: t('admin.writeOwner'), icon: 'mail', href: `mailto:${owner.email}` } as const] : []),
          { label: `${t('admin.putBack')}…`, icon: 'undo-2', href: dialogHref('back') },
        ],
        [
          { label: `${t('admin.takeAway')}…`, icon: 'image-off', isDanger: true, href: dialogHref('away') },
          ...(isDisabled ? [] : [{ label: `${t('admin.takeDown')}…`, icon: 'eye-off', isDanger: true, href: dialogHref('down') } as const]),
          { label: `${t('admin.remove')}…`, icon: 'trash-2', isDanger: true, href: dialogHref('remove') },
        ],
      ]}
    />
  )
}
