import type { ReactNode } from 'react'

/** A drawing, one sentence, and at most one thing to do. */
export const EmptyState = ({
  art,
  title,
  children,
  action,
}: {
  art?: string
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className="ui-panel ui-empty">
    {art && (
      <span>
        <img src={art} alt="" />
      </span>
    )}
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
)
