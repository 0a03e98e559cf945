import type { Site } from '#contract/site.ts'
import { CopiedText } from '../features/admin/copied-text.tsx'
import { useTranslate } from '../i18n/use-translate.ts'
import { isThisComputer } from '../platform/this-computer.ts'
import { useSite } from '../platform/use-site.ts'
import { Banner } from '../ui/page/banner.tsx'

type Props = {
  /** The public address that the codes begin with. */
  address: string
  phone: Site['phone']
  /** What the code opens there. */
  path?: string
  /** The public address after a restart. */
  next?: string | null
}

/** If the code leads to an address of this computer only, or to one that a restart changes: says so, and what to do. */
export function LocalCode({ address, phone, path = '', next = null }: Props) {
  const t = useTranslate()
  const { productName: product } = useSite()
  if (next === null && !isThisComputer(address)) return null
  const { host } = new URL(address)
  if (next !== null)
    return (
      <Banner kind="warn" title={t('signup.restartFirst', { host, next: new URL(next).host })}>
        {t('admin.restartHow')}
      </Banner>
    )
  const how = phone
    ? t(phone.isOpen ? 'signup.localOpen' : 'signup.localAddress', { host, address: phone.address + path })
    : t('signup.local', { host, product })
  return (
    <>
      <Banner kind="warn" title={t('signup.localTitle')}>
        {how}
      </Banner>
      {phone && !phone.isOpen && <CopiedText label={t('setup.phone')} text={`HOST=0.0.0.0 PUBLIC_URL=${phone.address}`} />}
    </>
  )
}
