import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { useDeed } from '../use-deed.ts'

/** Asks before it erases, and says what goes. */
export function ContactErase({ id, name, erase }: { id: string; name: string; erase(): Promise<void> }) {
  const t = useTranslate()
  const { isBusy, run } = useDeed()
  const needs = useNeedsReach()
  return (
    <details className="contact-erase">
      <summary className="btn ghost">
        <Icon name="trash-2" />
        {t('contacts.erase')}
      </summary>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void run(erase)
        }}
      >
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="id" value={id} />
        <p>{t('contacts.eraseSure', { name })}</p>
        <WhenReached {...needs}>
          <button className="btn bad" type="submit" aria-busy={isBusy} disabled={isBusy}>
            {t('contacts.eraseDo')}
          </button>
        </WhenReached>
      </form>
    </details>
  )
}
