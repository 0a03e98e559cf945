import { useTranslate } from '../../i18n/use-translate.ts'
import { promptInstall } from '../../platform/app/install-offer.ts'
import { Button } from '../../ui/button/button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

const toastMs = 4000

/** Opens the browser's own install dialog, which replaces the steps. */
export function InstallButton({ onAnswer }: { onAnswer?: () => void }) {
  const t = useTranslate()
  const showToast = useToast()

  async function install() {
    const outcome = await promptInstall()
    showToast(t(outcome === 'accepted' ? 'install.accepted' : 'install.dismissed'), { forMs: toastMs })
    onAnswer?.()
  }
  return (
    <Button kind="primary" size="large" isWide icon="download" onClick={() => void install()}>
      {t('install.now')}
    </Button>
  )
}
