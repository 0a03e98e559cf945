import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { PageStyle } from '../../../ui/page-style.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import css from './account-home.css?inline'
import href from './account-home.css?url'

export type AccountPlace = 'cards' | 'privacy' | 'subscription'
type Props = { here: AccountPlace; title: string; lead?: ReactNode; logoutHref: string; isOperator?: boolean; children: ReactNode }

/** What stands around the pages of an account that belong to no one card. */
export function AccountFrame({ here, title, lead, logoutHref, isOperator = false, children }: Props) {
  const t = useTranslate()
  const { productName } = useSite()
  const place = (at: AccountPlace, to: string, name: string) => (
    <a className="btn ghost" href={to} aria-current={at === here ? 'page' : undefined}>
      {name}
    </a>
  )
  return (
    <div className="home-desk">
      <PageStyle name="account-home" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <header className="home-head">
        <a className="brand" href="/account">
          <img src={mark} width="26" height="26" alt="" />
          {productName}
        </a>
        {logoutHref && (
          <nav aria-label={t('dashboard.nav')}>
            {place('cards', '/account', t('dashboard.cards'))}
            {place('privacy', '/account/privacy', t('privacy.title'))}
            {isOperator && (
              <a className="btn ghost" href="/operator">
                {t('operator.title')}
              </a>
            )}
            <a className="btn ghost" href={logoutHref} data-needs-reach>
              {t('login.logout')}
            </a>
          </nav>
        )}
      </header>
      <main id="content" tabIndex={-1}>
        <h1>{title}</h1>
        {lead && <p className="home-lead">{lead}</p>}
        <WhenReached {...useNeedsReach()}>{children}</WhenReached>
      </main>
    </div>
  )
}
