import { pathTo } from '#common/path-to.ts'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { cardHref, ownerHref, sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { clearNewCard } from '../../../platform/device/new-card-storage.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { useCopy } from '../../../ui/use-copy.ts'

const messageMs = 4000
const watchNothing = () => () => {}
const canShareHere = () => 'share' in navigator

type Props = {
  alias: string
  name: string
  editHref: string
  /** How phones can open the code, if they can't now. */
  local: ReactNode
}

/** The card is live: its QR code, address and next steps. */
export function DoneStep({ alias, name, editHref, local }: Props) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const address = `${publicUrl}/${alias}`
  const [isCopied, copy] = useCopy({ good: t('signup.copied'), bad: t('signup.copyFailed'), forMs: messageMs })
  const canShare = useSyncExternalStore(watchNothing, canShareHere, () => false)
  useEffect(clearNewCard, [])
  return (
    <div className="wizard-done">
      <div className="wizard-code">
        <img
          src={`${pathTo('cards.qr', { alias, version: 'latest' })}?format=svg`}
          width="270"
          height="270"
          alt={t('signup.qr', { address })}
        />
      </div>
      {local}
      <p className="ui-cluster wizard-address" dir="ltr">
        <TextLink isDocument href={cardHref({ alias }, 'home')}>
          {address.replace(/^https?:\/\//, '')}
        </TextLink>
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(address)}>
          {t('signup.copy')}
        </Button>
      </p>
      <div className="wizard-acts">
        <ButtonLink kind="primary" size="large" isDocument href={cardHref({ alias }, 'home')}>
          {t('signup.open')}
        </ButtonLink>
        {canShare && (
          <Button
            kind="ghost"
            size="large"
            icon="share-2"
            // Closing the sheet is no error.
            onClick={() => void navigator.share({ title: name, url: address }).catch(() => {})}
          >
            {t('signup.share')}
          </Button>
        )}
      </div>
      <List>
        <ListRow lead={<Icon name="smartphone" />} title={t('signup.install')} href={sideHref(alias, 'install')} />
        <ListRow lead={<Icon name="printer" />} title={t('signup.print')} href={ownerHref(alias, 'print')} />
        <ListRow lead={<Icon name="pen-line" />} title={t('signup.edit')} href={editHref} />
        <ListRow lead={<Icon name="users" />} title={t('signup.contacts')} href={ownerHref(alias, 'myContacts')} />
      </List>
    </div>
  )
}
