import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { PageLink } from '../page-link.tsx'
import { Spinner } from './spinner.tsx'

/** One solid button per screen (`primary`). `danger` is solid in dialogs only; on a page it is `danger-line`. `brass` sells a plan. */
export type ButtonKind = 'primary' | 'line' | 'soft' | 'ghost' | 'danger' | 'danger-line' | 'brass'

type Look = { kind?: ButtonKind; size?: 'small' | 'medium' | 'large'; isWide?: boolean; icon?: IconName; children: ReactNode }
type ButtonProps = Look & Omit<ComponentProps<'button'>, 'type'> & { type?: 'button' | 'submit'; isBusy?: boolean; busyLabel?: string }

/** With `busyLabel` the button is as wide as the longer of its two labels, so that it keeps its width while busy. */
export function Button({ kind, size, isWide, icon, children, type, isBusy = false, busyLabel, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      className={classOf({ kind, size, isWide })}
      type={type === 'submit' ? 'submit' : 'button'}
      // Stays focusable while busy, so that the focus is where it was when the answer comes. It neither clicks nor submits.
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      <Face icon={icon}>{children}</Face>
      {(busyLabel !== undefined || isBusy) && (
        <span className="ui-button-face busy">
          <Spinner />
          {busyLabel ?? children}
        </span>
      )}
    </button>
  )
}

type LinkProps = Look &
  ComponentProps<typeof PageLink> & {
    /** Loads the page as a document: for an endpoint, a download or a page outside this app. */
    isDocument?: boolean
  }

/** A link that looks like a button. */
export function ButtonLink({ kind, size, isWide, icon, isDocument = false, children, ...rest }: LinkProps) {
  const Anchor = isDocument ? 'a' : PageLink
  return (
    <Anchor {...rest} className={classOf({ kind, size, isWide })}>
      <Face icon={icon}>{children}</Face>
    </Anchor>
  )
}

/** The summary of a `details`, as a button. Works without a script. */
export const SummaryButton = ({ kind = 'ghost', size, icon, children, ...rest }: Look & ComponentProps<'summary'>) => (
  <summary {...rest} className={classOf({ kind, size, isWide: false })}>
    <Face icon={icon}>{children}</Face>
  </summary>
)

const Face = ({ icon, children }: { icon: IconName | undefined; children: ReactNode }) => (
  <span className="ui-button-face">
    {icon && <Icon name={icon} />}
    {children}
  </span>
)

const classOf = ({ kind = 'line', size = 'medium', isWide = false }: { [K in 'kind' | 'size' | 'isWide']: Look[K] | undefined }) =>
  ['ui-button', kind, size !== 'medium' && size, isWide && 'wide'].filter(Boolean).join(' ')
