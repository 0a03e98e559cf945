import { qrPx } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { installQr } from './installable.ts'

/** The code that opens the install page on a phone. */
export function InstallCode({ alias }: { alias: string }) {
  const t = useTranslate()
  const { productName: product } = useSite()
  return (
    <div className="install-code">
      <img src={installQr(alias)} width={qrPx.page} height={qrPx.page} alt={t('install.qr')} />
      <p>{t('install.scan', { product })}</p>
      <small>{t('install.scanMore')}</small>
    </div>
  )
}
