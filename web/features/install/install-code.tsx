import { qrPx } from '#contract/constants.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { useSite } from '../../platform/use-site.ts'
import { installQr } from './installable.ts'

/** The code that leads another phone here. */
export function InstallCode({ alias }: { alias: string }) {
  const say = useLaterSay()
  const { productName: product } = useSite()
  return (
    <div className="install-code">
      <img src={installQr(alias)} width={qrPx.page} height={qrPx.page} alt={say('install.qr')} />
      <p>{say('install.scan', { product })}</p>
      <small>{say('install.scanMore')}</small>
    </div>
  )
}
