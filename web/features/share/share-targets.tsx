import { useEffect, useRef, useSyncExternalStore } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { SharePayload } from '../../platform/sharing.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import type { prepareNativeShare } from './native-share.ts'
import { textWithoutLink, whatsappLink } from './payload.ts'

type Props = { payload: SharePayload; picture: string | null; pictureName: string; isOpen: boolean }

export function ShareTargets({ payload, picture, pictureName, isOpen }: Props) {
  const t = useTranslate()
  const report = useReport()
  const showToast = useToast()
  const native = useNativeShare({ picture, pictureName, isOpen })
  const reportShare = (target: string) => report('share_{product}_location', target)

  async function shareNatively() {
    const outcome = await native.share({ title: payload.title, text: textWithoutLink(payload), url: payload.shareLink })
    if (outcome === 'shared') reportShare('More')
    if (outcome === 'failed') showToast(t('share.failed'), { kind: 'error', forMs: snackbarMs.error })
  }
  return (
    <ul className="share-targets">
      <li>
        <a href={payload.smsLink} onClick={() => reportShare('Text')}>
          <span className="center">
            <Icon name="message-circle" />
          </span>
          {t('share.text')}
        </a>
      </li>
      <li>
        <a href={payload.emailLink} onClick={() => reportShare('Email')}>
          <span className="center">
            <Icon name="mail" />
          </span>
          {t('share.email')}
        </a>
      </li>
      <li>
        <a href={whatsappLink(payload.shareBody)} target="_blank" rel="noopener noreferrer" onClick={() => reportShare('Whatsapp')}>
          <span className="center">
            <Mark name="whatsapp" />
          </span>
          {t('share.whatsapp')}
        </a>
      </li>
      {native.isSupported && (
        <li>
          <button type="button" onClick={shareNatively}>
            <span className="center">
              <Icon name="ellipsis" />
            </span>
            {t('share.more')}
          </button>
        </li>
      )}
    </ul>
  )
}

type NativeProps = { picture: string | null; pictureName: string; isOpen: boolean }

/** Prepared as our sheet opens: the browser opens the device's own only right after a click, with no time to load anything. */
function useNativeShare({ picture, pictureName, isOpen }: NativeProps) {
  const isSupported = useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  )
  const prepared = useRef<Promise<ReturnType<typeof prepareNativeShare> | undefined>>(undefined)
  useEffect(() => {
    if (isSupported && isOpen)
      prepared.current = import('./native-share.ts').then(
        (module) => module.prepareNativeShare(picture, pictureName),
        () => undefined,
      )
  }, [isSupported, picture, pictureName, isOpen])

  const share = async (data: Parameters<ReturnType<typeof prepareNativeShare>>[0]) => (await prepared.current)?.(data) ?? 'failed'
  return { isSupported, share }
}

const never = () => () => {}
