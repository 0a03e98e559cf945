import { useTranslate } from '../../../i18n/use-translate.ts'
import { useReconnect, useReach } from '../../../platform/connection/use-reach.ts'
import { useShareHref } from '../../../platform/share-address.ts'
import spot from '../../../ui/art/spot-mailbox.svg?url'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Cluster } from '../../../ui/page/layout.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import type { ContactSearch } from '../contacts-view.ts'

/** What to do without contacts: share the card, or add one. */
export function NoContacts({ of: { q, label } }: { of: ContactSearch }) {
  const t = useTranslate()
  const shareHref = useShareHref()
  if (q || label) return <EmptyState title={t(q ? 'contacts.noMatch' : 'contacts.noneLabeled')} />
  const actions = (
    <Cluster>
      <ButtonLink kind="primary" icon="share-2" href={shareHref} preventScrollReset>
        {t('dashboard.shareCard')}
      </ButtonLink>
      <Button icon="user-plus" popoverTarget="new-contact">
        {t('contacts.add')}
      </Button>
    </Cluster>
  )
  return <EmptyState art={spot} title={t('contacts.empty')} action={actions} />
}

/** A failed list with a retry, which also runs when the connection is back; without script it reloads the page. */
export function ContactsFailed({ href, onRetry }: { href: string; onRetry(): void }) {
  const t = useTranslate()
  const reach = useReach()
  useReconnect(onRetry)
  return (
    <Banner
      kind="bad"
      isLive
      title={t(reach === 'no-internet' ? 'reach.noInternet' : reach === 'no-data' ? 'reach.noData' : 'failed.title')}
      action={
        <ButtonLink
          href={href}
          onClick={(event) => {
            event.preventDefault()
            onRetry()
          }}
        >
          {t('failed.again')}
        </ButtonLink>
      }
    >
      {t('failed.sentence')}
    </Banner>
  )
}
