import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '../button/icon-button.tsx'

type Props = Omit<ComponentProps<'div'>, 'id' | 'title' | 'popover' | 'role'> & {
  /** The target of a button's `popoverTarget`. */
  id: string
  title: ReactNode
  closeLabel: string
}

/** A native popover that looks like a dialog: a button opens and closes it without a script. The page behind stays usable. */
export const Sheet = ({ id, title, closeLabel, children, ...rest }: Props) => (
  <div {...rest} className="ui-dialog" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
    <div className="ui-dialog-page">
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <IconButton icon="x" label={closeLabel} popoverTarget={id} popoverTargetAction="hide" />
      </header>
      {children}
    </div>
  </div>
)
