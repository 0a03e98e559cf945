import { shortCount } from '../../../ui/short-count.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import css from './viewer-chip.css?inline'
import href from './viewer-chip.css?url'

/** The owner of this card, looking at it. */
export type Viewer = { cardName: string; initials: string; portrait: { src: string } | null; alias: string; newContacts: number }

/** In a browser's tab: the way to one's account, with how many contacts are new. The account wears other colours and is loaded anew. */
export function ViewerChip({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { alias, cardName, newContacts } = viewer
  const news = newContacts > 0 ? t('owner.newContacts', { count: newContacts }) : ''
  return (
    <a className="chip viewer" href={ownerHref(alias, 'myAccount')} data-tour="account">
      <span className="sr-only">{[t('page.myAccount'), cardName, news].filter(Boolean).join(', ')}</span>
      <ViewerFace viewer={viewer} />
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
      <PageStyle name="viewer" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {portrait ? (
        <img src={portrait.src} width="33" height="33" alt="" />
      ) : (
        <span className="initials" aria-hidden="true">
          {initials}
        </span>
      )}
    </>
  )
}
