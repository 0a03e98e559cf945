import { pathTo } from '#common/path-to.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { cardHref, ownerHref, sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { forgetNewCard } from '../../../platform/device/new-card-memory.ts'
import { useSite } from '../../../platform/use-site.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { useCopy } from '../../../ui/use-copy.ts'

const saidMs = 4000
const watchNothing = () => () => {}
const canShareHere = () => 'share' in navigator

/** The card is live: here is how it leaves the house. */
export function DoneStep({ alias, name, editHref }: { alias: string; name: string; editHref: string }) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const address = `${publicUrl}/${alias}`
  const [isCopied, copy] = useCopy({ good: t('signup.copied'), bad: t('signup.copyFailed'), forMs: saidMs })
  const canShare = useSyncExternalStore(watchNothing, canShareHere, () => false)
  useEffect(forgetNewCard, [])
  return (
    <div className="wizard-done">
      <img
        className="wizard-qr"
        src={`${pathTo('cards.qr', { alias, version: 'latest' })}?format=svg`}
        width="270"
        height="270"
        alt={t('signup.qr', { address })}
      />
      <p className="wizard-address" dir="ltr">
        <a href={cardHref({ alias }, 'home')}>{address.replace(/^https?:\/\//, '')}</a>
        <button className="btn outline" type="button" onClick={() => void copy(address)}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t('signup.copy')}
        </button>
      </p>
      <div className="wizard-acts">
        <a className="btn large door" href={cardHref({ alias }, 'home')}>
          {t('signup.open')}
          <Icon name="arrow-right" />
        </a>
        {canShare && (
          <button
            className="btn large ghost"
            type="button"
            // Whoever closes the sheet has changed their mind.
            onClick={() => void navigator.share({ title: name, url: address }).catch(() => {})}
          >
            <Icon name="share-2" />
            {t('signup.share')}
          </button>
        )}
      </div>
      <ul className="wizard-next">
        <li>
          <a href={sideHref(alias, 'install')}>
            <Icon name="smartphone" />
            {t('signup.install')}
          </a>
        </li>
        <li>
          <a href={editHref}>
            <Icon name="pen-line" />
            {t('signup.edit')}
          </a>
        </li>
        <li>
          <a href={ownerHref(alias, 'myContacts')}>
            <Icon name="users" />
            {t('signup.contacts')}
          </a>
        </li>
      </ul>
    </div>
  )
}
