import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { PageLink } from '../page-link.tsx'
import { RowIcon } from './list.tsx'
import { Words } from './words.tsx'

/** A titled group of settings. */
export function Settings({ title, children, ...rest }: Omit<ComponentProps<'section'>, 'title'> & { title?: string }) {
  const id = useId()
  return (
    <section {...rest} className="ui-settings" aria-labelledby={title ? id : undefined}>
      {title && <h2 id={id}>{title}</h2>}
      <div className="ui-panel">{children}</div>
    </section>
  )
}

type Words = { icon?: IconName; title: ReactNode; note?: ReactNode }

/** The start of every row: icon, name and description. */
export const SettingWords = ({ icon, title, note }: Words) => (
  <>
    {icon && <RowIcon name={icon} />}
    <Words title={title} note={note} />
  </>
)

/** A setting; `children` are its controls. */
export const SettingRow = ({ children, ...words }: Words & { children?: ReactNode }) => (
  <div className="ui-setting">
    <SettingWords {...words} />
    {children}
  </div>
)

type LinkProps = Words &
  Omit<ComponentProps<typeof PageLink>, 'title' | 'children'> & {
    isDocument?: boolean
    isDanger?: boolean
    /** Before the arrow: an amount, a badge. */
    children?: ReactNode
  }

/** A row that links to another page. */
export function SettingLink({ icon, title, note, isDocument = false, isDanger = false, children, ...rest }: LinkProps) {
  const Anchor = isDocument ? 'a' : PageLink
  return (
    <Anchor {...rest} className={isDanger ? 'ui-setting danger' : 'ui-setting'}>
      <SettingWords {...(icon && { icon })} title={title} note={note} />
      {children}
      {!isDanger && <Icon name="chevron-right" />}
    </Anchor>
  )
}

type ButtonProps = Words &
  Omit<ComponentProps<'button'>, 'title' | 'type' | 'children'> & { type?: 'button' | 'submit'; isDanger?: boolean }

/** A row that is a button. */
export const SettingButton = ({ icon, title, note, type, isDanger = false, ...rest }: ButtonProps) => (
  <button {...rest} className={isDanger ? 'ui-setting danger' : 'ui-setting'} type={type === 'submit' ? 'submit' : 'button'}>
    <SettingWords {...(icon && { icon })} title={title} note={note} />
  </button>
)

type SwitchProps = Words & {
  title: string
  intent: string
  isOn: boolean
  /** Not included in this plan. */
  isLocked?: boolean
  onChange: (isOn: boolean) => void
}

/** A row with a switch. A form with one button, so that it works without a script. */
export function SettingSwitch({ icon, title, note, intent, isOn, isLocked = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(!isOn)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <button
        className="ui-setting"
        type="submit"
        role="switch"
        aria-checked={isOn}
        aria-label={title}
        aria-describedby={note ? id : undefined}
        name="value"
        value={isOn ? 'off' : 'on'}
        disabled={isLocked}
      >
        <SettingWords {...(icon && { icon })} title={title} note={note && <span id={id}>{note}</span>} />
        {isLocked && <Icon name="key-round" />}
        <i className="ui-knob" aria-hidden="true" />
      </button>
    </form>
  )
}
