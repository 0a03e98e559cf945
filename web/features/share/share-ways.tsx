import { useEffect, useRef, useSyncExternalStore } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { SharePayload } from '../../platform/sharing.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { besideLink, whatsappLink } from './payload.ts'

type Props = { payload: SharePayload; picture: string | null; pictureName: string; isOpen: boolean }

export function ShareWays({ payload, picture, pictureName, isOpen }: Props) {
  const t = useTranslate()
  const report = useReport()
  const showToast = useToast()
  const device = useDeviceSheet({ picture, pictureName, isOpen })
  const told = (way: string) => report('share_{product}_location', way)

  async function more() {
    const outcome = await device.share({ title: payload.title, text: besideLink(payload), url: payload.shareLink })
    if (outcome === 'shared') told('More')
    if (outcome === 'failed') showToast(t('share.failed'), { kind: 'error', forMs: snackbarMs.error })
  }
  return (
    <ul className="share-ways">
      <li>
        <a href={payload.smsLink} onClick={() => told('Text')}>
          <span>
            <Icon name="message-circle" />
          </span>
          {t('share.text')}
        </a>
      </li>
      <li>
        <a href={payload.emailLink} onClick={() => told('Email')}>
          <span>
            <Icon name="mail" />
          </span>
          {t('share.email')}
        </a>
      </li>
      <li>
        <a href={whatsappLink(payload.shareBody)} target="_blank" rel="noopener noreferrer" onClick={() => told('Whatsapp')}>
          <span>
            <Mark name="whatsapp" />
          </span>
          {t('share.whatsapp')}
        </a>
      </li>
      {device.isThere && (
        <li>
          <button type="button" onClick={more}>
            <span>
              <Icon name="ellipsis" />
            </span>
            {t('share.more')}
          </button>
        </li>
      )}
    </ul>
  )
}

type Face = { picture: string | null; pictureName: string; isOpen: boolean }

/** The share sheet of the device itself, where it has one. The face goes along where it takes files. */
function useDeviceSheet({ picture, pictureName, isOpen }: Face) {
  const isThere = useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  )
  const face = useRef<File | null>(null)

  // Fetched as the sheet opens: after the press there is no time, the browser forgets who pressed.
  useEffect(() => {
    if (!isThere || !picture || !isOpen) return
    let isWanted = true
    void fileAt(picture, pictureName).then((file) => {
      if (isWanted) face.current = file
    })
    return () => {
      isWanted = false
      face.current = null
    }
  }, [isThere, picture, pictureName, isOpen])

  async function share(data: { title: string; text: string; url: string }): Promise<'shared' | 'cancelled' | 'failed'> {
    const withFace = face.current ? { ...data, files: [face.current] } : null
    try {
      await navigator.share(withFace && takes(withFace) ? withFace : data)
      return 'shared'
    } catch (thrown) {
      // Pressed twice: the first press has opened the sheet.
      return thrown instanceof DOMException && /^(Abort|InvalidState)Error$/.test(thrown.name) ? 'cancelled' : 'failed'
    }
  }
  return { isThere, share }
}

const never = () => () => {}
const takes = (data: ShareData) => 'canShare' in navigator && navigator.canShare(data)

async function fileAt(address: string, name: string): Promise<File | null> {
  try {
    const response = await fetch(address)
    const bytes = await response.blob()
    const ending = /^image\/(jpeg|png|webp)$/.exec(bytes.type)?.[1]
    return response.ok && ending ? new File([bytes], `${name}.${ending}`, { type: bytes.type }) : null
  } catch {
    return null
  }
}
