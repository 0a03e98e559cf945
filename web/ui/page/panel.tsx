import type { ReactNode } from 'react'

/** White ground for what belongs together. */
export const Panel = ({
  title,
  lead,
  action,
  children,
}: {
  title?: ReactNode
  lead?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) => (
  <section className="ui-panel padded">
    {(title || action) && (
      <header>
        <div>
          {title && <h2>{title}</h2>}
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </header>
    )}
    {children}
  </section>
)
