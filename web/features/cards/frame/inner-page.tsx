import type { ReactNode } from 'react'
import { PageStyle } from '../../../ui/page-style.tsx'
import styles from './inner-page.css?page-style'

/** An inner page of a card: title, optional lead and tool, then its content. */
export function InnerPage({ title, lead, tool, children }: { title: string; lead?: string; tool?: ReactNode; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="inner-page">
      <PageStyle name="inner-page" styles={styles} />
      <div className="panel-head inner-head across">
        <h1>{title}</h1>
        {tool}
      </div>
      {lead && <p className="inner-lead">{lead}</p>}
      {children}
    </main>
  )
}
