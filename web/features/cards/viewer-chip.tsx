import { ownerHref } from '#contract/pages.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './viewer-chip.css?inline'
import href from './viewer-chip.css?url'

/** The owner of this card, looking at it. */
export type Viewer = { name: string; initials: string; portrait: { src: string } | null; alias: string; newContacts: number }

/** In place of the login: the way to one's account, with how many contacts are new. The account wears other colours and is loaded anew. */
export default function ViewerChip({ viewer: { name, initials, portrait, alias, newContacts } }: { viewer: Viewer }) {
  const say = useLaterSay()
  const news = newContacts > 0 ? say('owner.newContacts', { count: newContacts }) : ''
  return (
    <>
      <PageStyle name="viewer" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <a className="chip viewer" href={ownerHref(alias, 'myAccount')}>
        <span className="sr-only">{[say('page.myAccount'), name, news].filter(Boolean).join(', ')}</span>
        {portrait ? (
          <img src={portrait.src} width="33" height="33" alt="" />
        ) : (
          <span className="initials" aria-hidden="true">
            {initials}
          </span>
        )}
        {newContacts > 0 && (
          <span className="viewer-count" aria-hidden="true">
            {newContacts > 99 ? '99+' : newContacts}
          </span>
        )}
      </a>
    </>
  )
}
