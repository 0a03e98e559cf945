import { useEffect, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useOffer } from '../../platform/app/use-offer.ts'
import { useSite } from '../../platform/use-site.ts'
import { isBusy, onBusyChange } from '../../platform/prompts/is-busy.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { closeAround, Dialog } from '../../ui/overlay/dialog.tsx'
import { InstallButton } from './install-button.tsx'
import { InstallCode } from './install-code.tsx'
import { CopyInstallLink } from './install-link.tsx'
import { InstallStyle } from './install-style.tsx'
import { InstallLead, InstallPortrait, InstallTitle } from './install-title.tsx'
import { installHref, type Installable } from './installable.ts'

type Props = { card: Installable; onClose: () => void; onNever: () => void }

/** Opens by itself on every fifth visit: on a phone it leads to the steps, on a desktop it shows the code for a phone. */
export default function InstallSheet({ card, onClose, onNever }: Props) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const hasOffer = useOffer()
  const href = installHref(card.alias)
  // Another dialog may have opened while this file loaded, or the page is being used: it waits.
  const [isWaiting] = useState(isBusy)
  const [isOpen, setOpen] = useState(!isWaiting)
  useEffect(() => {
    if (!isWaiting) return
    const stop = onBusyChange(() => {
      if (isBusy()) return
      stop()
      setOpen(true)
    })
    return stop
  }, [isWaiting])

  return (
    <>
      <InstallStyle />
      <Dialog
        className="on-card install-prompt"
        isOpen={isOpen}
        onClose={onClose}
        isDanger
        picture={<InstallPortrait card={card} />}
        title={<InstallTitle card={card} />}
        lead={<InstallLead onPhone={t('install.promptLead')} />}
        closeLabel={t('close')}
        actions={
          <>
            <Button
              kind="ghost"
              onClick={(event) => {
                onNever()
                closeAround(event)
              }}
            >
              {t('install.never')}
            </Button>
            <Button kind="ghost" onClick={closeAround}>
              {t('install.notNow')}
            </Button>
            <span className="on-desktop">
              <CopyInstallLink kind="line" link={publicUrl + href} />
            </span>
            <ButtonLink kind={hasOffer ? 'line' : 'primary'} isDocument href={href}>
              {t('install.showHow')}
            </ButtonLink>
            {hasOffer && <InstallButton onAnswer={() => setOpen(false)} />}
          </>
        }
      >
        <div className="on-desktop">
          <InstallCode alias={card.alias} />
        </div>
      </Dialog>
    </>
  )
}
