import type { ReactNode } from 'react'

/** One picture, one line, one way forward. */
export function CardNotice({ art, title, children }: { art: string; title: string; children: ReactNode }) {
  return (
    <main id="content" className="notice-page">
      <img src={art} width="240" height="180" alt="" />
      <h1>{title}</h1>
      {children}
    </main>
  )
}
