import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import street from '../../ui/art/doors-street.svg?url'
import mark from '../../ui/art/mark.svg?url'
import { OnlineOnly } from '../../ui/online-only.tsx'

/** The frame of the login pages: text on one side, the picture on the other, or above it on phones. */
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
        <OnlineOnly {...useServerRequired()}>{children}</OnlineOnly>
      </main>
      <img className="login-art" src={street} width="1400" height="520" alt="" />
    </div>
  )
}
