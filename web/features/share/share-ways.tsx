import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { SharePayload } from '../../platform/sharing.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'
import { useSnackbar } from '../../ui/snackbar.tsx'
import { useDeviceSheet } from './use-device-sheet.ts'
import { besideLink, whatsappLink } from './payload.ts'

type Props = { payload: SharePayload; picture: string | null; pictureName: string; isOpen: boolean }

export function ShareWays({ payload, picture, pictureName, isOpen }: Props) {
  const t = useTranslate()
  const report = useReport()
  const show = useSnackbar()
  const device = useDeviceSheet({ picture, pictureName, isOpen })
  const told = (way: string) => report('share_{product}_location', way)

  async function more() {
    const outcome = await device.share({ title: payload.title, text: besideLink(payload), url: payload.shareLink })
    if (outcome === 'shared') told('More')
    if (outcome === 'failed') show(t('share.failed'), { isBad: true, forMs: snackbarMs.error })
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
