import type { ReactNode } from 'react'

type Props = {
  art?: string
  title?: ReactNode
  /** In a panel that has a title. */
  isInside?: boolean
  children?: ReactNode
  action?: ReactNode
}

/** A picture, a sentence, and what to do. */
export const EmptyState = ({ art, title, isInside = false, children, action }: Props) => (
  <div className={isInside ? 'ui-empty inside' : 'ui-panel ui-empty'}>
    {art && (
      <span>
        <img src={art} alt="" />
      </span>
    )}
    {title && <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {action}
  </div>
)
