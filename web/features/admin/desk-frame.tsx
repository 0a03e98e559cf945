import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import mark from '../../ui/art/mark.svg?url'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './desk.css?inline'
import href from './desk.css?url'
import { deskHref } from './desk-view.ts'
import { operatorHref, placeHref, places } from './operator/places.ts'

/** What stands around every page of the operator's. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const { productName } = useSite()
  const { pathname } = useLocation()
  return (
    <div className="desk">
      <PageStyle name="desk" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <header className="desk-head">
        <a className="brand" href="/account">
          <img src={mark} width="26" height="26" alt="" />
          {productName}
        </a>
      </header>
      <nav className="desk-nav" aria-label={t('operator.nav')}>
        {places.map(({ path, word }) => (
          <a key={path} href={placeHref(path)} aria-current={isAt(pathname, path) ? 'page' : undefined}>
            {t(word)}
          </a>
        ))}
      </nav>
      {children}
    </div>
  )
}

function isAt(pathname: string, path: string): boolean {
  const here = pathname.replace(/\/$/, '').slice(operatorHref.length)
  return path === '' ? here === '' : here === path || here.startsWith(`${path}/`)
}

export function DeskMain({
  title,
  lead,
  isBack = false,
  children,
}: {
  title: string
  lead?: ReactNode
  isBack?: boolean
  children: ReactNode
}) {
  const t = useTranslate()
  return (
    <main id="content" tabIndex={-1}>
      {isBack && (
        <a className="desk-back" href={deskHref}>
          {t('desk.back')}
        </a>
      )}
      <h1>{title}</h1>
      {lead && <p className="desk-lead">{lead}</p>}
      {children}
    </main>
  )
}
