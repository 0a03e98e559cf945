import type { ReactNode } from 'react'
import { cardHref, sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useAppHref } from '../../../platform/app/use-app-address.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { AppStyle } from './app-style.tsx'
import { ViewerFace, type Viewer } from '../frame/viewer-chip.tsx'

/** In the header of the installed card: the owner's menu, or a login link. */
export function AppCorner({ alias, viewer, menu }: { alias: string; viewer: Viewer | null; menu: ReactNode }) {
  const t = useTranslate()
  const appHref = useAppHref()
  return (
    <>
      <AppStyle />
      {viewer ? (
        <>
          <button className="chip viewer center" type="button" popoverTarget="account-menu" data-tour="account">
            <ViewerFace viewer={viewer} />
            <span className="sr-only">{t('owner.accountMenu')}</span>
          </button>
          {menu}
        </>
      ) : (
        <a
          className="chip app-login center"
          href={`${sideHref(alias, 'login')}?${new URLSearchParams({ from: appHref(cardHref({ alias }, 'home')) })}`}
        >
          <Icon name="log-in" />
          {t('login.button')}
        </a>
      )}
    </>
  )
}
