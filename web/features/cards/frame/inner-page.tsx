import type { ReactNode } from 'react'
import { PageStyle } from '../../../ui/page-style.tsx'
import css from './inner-page.css?inline'
import href from './inner-page.css?url'

/** A page behind the card's own: its name, perhaps a line under it and a tool beside it, then its content. */
export function InnerPage({ title, lead, tool, children }: { title: string; lead?: string; tool?: ReactNode; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="inner-page">
      <PageStyle name="inner-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className="inner-head">
        <h1>{title}</h1>
        {tool}
      </div>
      {lead && <p className="inner-lead">{lead}</p>}
      {children}
    </main>
  )
}
