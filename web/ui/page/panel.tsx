import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'section'>, 'title'> & { title?: ReactNode; lead?: ReactNode; action?: ReactNode }

/** White ground for what belongs together. With an `id` a link leads to it, and it is named by its title. */
export const Panel = ({ title, lead, action, children, id, ...rest }: Props) => (
  <section {...rest} className="ui-panel padded" {...(id && { id, tabIndex: -1, 'aria-labelledby': `${id}-title` })}>
    {(title || action) && (
      <header>
        <div>
          {title && <h2 id={id && `${id}-title`}>{title}</h2>}
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </header>
    )}
    {children}
  </section>
)
