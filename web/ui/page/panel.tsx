import type { ComponentProps, ReactNode, Ref } from 'react'

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  lead?: ReactNode
  action?: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
}

/** A panel. With an `id` it is a link target, labeled by its title; `titleRef` moves the focus to the title. */
export const Panel = ({ title, lead, action, titleRef, children, id, ...rest }: Props) => (
  <section {...rest} className="ui-panel padded" {...(id && { id, tabIndex: -1, 'aria-labelledby': `${id}-title` })}>
    {(title || action) && (
      <header>
        <div>
          {title && (
            <h2 id={id && `${id}-title`} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
              {title}
            </h2>
          )}
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </header>
    )}
    {children}
  </section>
)
