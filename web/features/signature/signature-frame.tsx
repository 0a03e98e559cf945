import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import mark from '../../ui/art/mark.svg?url'
import { ButtonLink } from '../../ui/button/button.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './signature.css?inline'
import href from './signature.css?url'

/** A page with a head of its own. */
export function SignatureFrame({ backHref, isTeam, children }: { backHref: string; isTeam: boolean; children: ReactNode }) {
  const t = useTranslate()
  const { productName } = useSite()
  return (
    <div className="signature">
      <PageStyle name="signature" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <header className="signature-head">
        <a className="brand" href="/account">
          <img src={mark} width="26" height="26" alt="" />
          {productName}
        </a>
        <ButtonLink kind="ghost" icon="arrow-left" isDocument href={backHref}>
          {t('signature.back', { team: isTeam })}
        </ButtonLink>
      </header>
      {children}
    </div>
  )
}
