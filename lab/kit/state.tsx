import type { ReactNode } from 'react'

export type Force = 'is-hover' | 'is-pressed' | 'is-focus'

export const Part = ({ title, width = '', children }: { title: string; width?: 'half' | 'third' | ''; children: ReactNode }) => (
  <section className={`kit-part ${width}`} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** One part in one state, named below it. */
export const State = ({ name, force, children }: { name: string; force?: Force; children: ReactNode }) => (
  <div className="kit-state">
    <div className={force}>{children}</div>
    <p>{name}</p>
  </div>
)
