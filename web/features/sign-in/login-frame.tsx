import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useNeedsReach } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import street from '../../ui/art/doors-street.svg?url'
import mark from '../../ui/art/mark.svg?url'
import { WhenReached } from '../../ui/when-reached.tsx'

/** Every page on the way in: words on one side, the street on the other; on a phone the street stands above. */
export function LoginFrame({
  title,
  lead,
  serif = false,
  children,
}: {
  title: string
  lead?: ReactNode
  serif?: boolean
  children: ReactNode
}) {
  const t = useTranslate()
  const { productName } = useSite()
  return (
    <div className={serif ? 'login welcome' : 'login'}>
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <header>
        <a className="brand" href="/">
          <img src={mark} width="26" height="26" alt="" />
          {productName}
        </a>
      </header>
      <main id="content" tabIndex={-1}>
        <h1>{title}</h1>
        {lead && <p className={serif ? 'motto' : 'lead'}>{lead}</p>}
        <WhenReached {...useNeedsReach()}>{children}</WhenReached>
      </main>
      <img className="login-art" src={street} width="1400" height="520" alt="" />
    </div>
  )
}
