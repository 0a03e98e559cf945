import { useTranslate } from '../../../i18n/use-translate.ts'
import { useReconnect, useReach } from '../../../platform/connection/use-reach.ts'
import spot from '../../../ui/art/spot-mailbox.svg?url'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import type { ContactSearch } from '../contacts-view.ts'

export function NoContacts({ of: { q, label } }: { of: ContactSearch }) {
  const t = useTranslate()
  if (q || label) return <EmptyState title={t(q ? 'contacts.noMatch' : 'contacts.noneLabeled')} />
  const add = (
    <Button icon="user-plus" popoverTarget="new-contact">
      {t('contacts.add')}
    </Button>
  )
  return <EmptyState art={spot} title={t('contacts.empty')} action={add} />
}

/** A failed list with a retry, which also runs when the connection is back; without script it reloads the page. */
export function ContactsFailed({ href, again }: { href: string; again(): void }) {
  const t = useTranslate()
  const reach = useReach()
  useReconnect(again)
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
            again()
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
