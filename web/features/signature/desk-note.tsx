import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useAwake } from '../../ui/use-awake.ts'

/** On a phone: the way to a desk, before the rest. */
export function DeskNote({ address, email }: { address: string; email: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('signature.copyFailed'), forMs: snackbarMs.copy })
  const mail = new URLSearchParams({ subject: t('signature.mailSubject'), body: address })
  // Mail programs read a plus as a plus.
  const href = `mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll('+', '%20')}`
  return (
    <aside className="desk-note">
      <h2>{t('signature.desk')}</h2>
      <p>{t('signature.deskLead')}</p>
      <div>
        <a className="btn outline" href={href}>
          <Icon name="mail" />
          {t('signature.mailMe')}
        </a>
        <button className="btn outline with-script" type="button" disabled={!useAwake()} onClick={() => void copy(address)}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t('signature.copyLink')}
        </button>
      </div>
    </aside>
  )
}
