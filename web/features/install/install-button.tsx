import { useTranslate } from '../../i18n/use-translate.ts'
import { takeOffer } from '../../platform/app/install-offer.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

const saidForMs = 4000

/** Where the browser offers it: one press instead of the steps. */
export function InstallButton({ answered }: { answered?: () => void }) {
  const t = useTranslate()
  const showToast = useToast()

  async function press() {
    const outcome = await takeOffer()
    showToast(t(outcome === 'accepted' ? 'install.accepted' : 'install.dismissed'), { forMs: saidForMs })
    answered?.()
  }
  return (
    <button className="btn large wide solid" type="button" onClick={() => void press()}>
      <Icon name="download" />
      {t('install.now')}
    </button>
  )
}
