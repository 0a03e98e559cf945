import type { ReactNode } from 'react'

/** A picture, a sentence, and at most one action. */
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
