import { useTranslate } from '../../../i18n/use-translate.ts'
import { useBack, useReach } from '../../../platform/connection/use-reach.ts'
import spot from '../../../ui/art/spot-mailbox.svg?url'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import type { Wanted } from '../contacts-view.ts'

export function NoContacts({ of: { q, label } }: { of: Wanted }) {
  const t = useTranslate()
  if (q || label) return <EmptyState title={t(q ? 'contacts.nobody' : 'contacts.nobodyLabelled')} />
  const add = (
    <Button icon="user-plus" popoverTarget="new-contact">
      {t('contacts.add')}
    </Button>
  )
  return <EmptyState art={spot} title={t('contacts.empty')} action={add} />
}

/** What could not be read can be asked for again, and is by itself once the connection is back; without a script that is the same page. */
export function ContactsFailed({ href, again }: { href: string; again(): void }) {
  const t = useTranslate()
  const reach = useReach()
  useBack(again)
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
