import { shortCount } from '../../../ui/short-count.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { AppStyle } from '../app/app-style.tsx'

/** The card's owner, signed in and viewing the card. */
export type Viewer = { cardName: string; initials: string; portrait: { src: string } | null; alias: string; newContacts: number }

/** In a browser tab: a link to the account, with the count of new contacts. The account has its own colors and loads as a document. */
export function ViewerChip({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { alias, cardName, newContacts } = viewer
  const news = newContacts > 0 ? t('owner.newContacts', { count: newContacts }) : ''
  return (
    <a className="chip viewer center" href={ownerHref(alias, 'myAccount')} data-tour="account">
      <span className="sr-only">{[t('page.myAccount'), cardName, news].filter(Boolean).join(', ')}</span>
      <ViewerFace viewer={viewer} />
      <span className="viewer-word" aria-hidden="true">
        {t('page.myAccount')}
      </span>
      {newContacts > 0 && (
        <span className="viewer-count" aria-hidden="true">
          {shortCount(newContacts)}
        </span>
      )}
    </a>
  )
}

export function ViewerFace({ viewer: { portrait, initials } }: { viewer: Viewer }) {
  return (
    <>
      <AppStyle />
      {portrait ? (
        <img src={portrait.src} width="33" height="33" alt="" />
      ) : (
        <span className="initials center" aria-hidden="true">
          {initials}
        </span>
      )}
    </>
  )
}
