import type { ReactNode } from 'react'
import { PageStyle } from '../../../ui/page-style.tsx'
import styles from './card-notice.css?page-style'

/** A picture, a title, and one action. */
export function CardNotice({ art, title, children }: { art: string; title: string; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="notice-page">
      <PageStyle name="card-notice" styles={styles} />
      <img src={art} width="240" height="180" alt="" />
      <h1>{title}</h1>
      {children}
    </main>
  )
}
