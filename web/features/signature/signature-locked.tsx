import { useTranslate } from '../../i18n/use-translate.ts'
import openDoor from '../../ui/art/spot-open-door.svg?url'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'

/** For an owner whose card has no signatures: what they would bring, and how. */
export function SignatureLocked({ upgradeHref, price }: { upgradeHref: string; price: string }) {
  const t = useTranslate()
  return (
    <main className="signature-locked" id="content" tabIndex={-1}>
      <img src={openDoor} width="240" height="200" alt="" />
      <h1>{t('signature.locked')}</h1>
      <p>{t('signature.lockedLead')}</p>
      <a className="btn large wide brass" href={upgradeHref}>
        <Icon name="key-round" />
        {t('restricted.upgrade')}
      </a>
      <p className="signature-price">{t('restricted.price', { price })}</p>
    </main>
  )
}
