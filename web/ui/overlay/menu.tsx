import { useId, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, type ToggleEvent } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { PageLink } from '../page-link.tsx'

type ItemAction =
  | {
      href: string
      /** Loads the address as a document: for a download. */
      isDocument?: boolean
      /** Called instead of following the link, which is the fallback without a script. */
      instead?: () => void
    }
  | { onClick: () => void }
  | { isDisabled: true }
  | { submit: { name: string; value: string; form: string } }
export type MenuItem = { label: string; icon?: IconName; note?: ReactNode; isDanger?: boolean; isCurrent?: boolean } & ItemAction

type Props = {
  /** The button’s label; only for screen readers where `look` is an icon. */
  label: string
  look?: { icon: IconName }
  caption?: ReactNode
  /** Groups of items, separated by a line. */
  groups: readonly (readonly MenuItem[])[]
}

/**
 * A native popover: it opens, and closes on an outside click and Escape, without a script. With a script, arrow keys, Home, End and
 * letters move the focus.
 */
export function Menu({ label, look, caption, groups }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const hide = () => menu.current?.hidePopover()

  function toggled(event: ToggleEvent<HTMLDivElement>) {
    opener.current?.setAttribute('aria-expanded', String(event.newState === 'open'))
    if (event.newState === 'open') itemsOf(event.currentTarget)[0]?.focus()
  }
  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
    if (relatedTarget && relatedTarget !== opener.current && !currentTarget.contains(relatedTarget)) hide()
  }
  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    menu.current?.showPopover({ source: event.currentTarget as HTMLElement })
    if (event.key === 'ArrowUp' && menu.current) itemsOf(menu.current).at(-1)?.focus()
  }

  return (
    <span className="ui-menu-place">
      <button
        ref={opener}
        className={look ? 'ui-icon-button ghost' : 'ui-button line'}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={look ? label : undefined}
        onKeyDown={openByArrow}
      >
        {look ? (
          <Icon name={look.icon} />
        ) : (
          <span className="ui-button-face">
            {label}
            <Icon name="chevron-down" />
          </span>
        )}
      </button>
      <div ref={menu} className="ui-menu" id={id} popover="auto" onToggle={toggled}>
        {caption && <p>{caption}</p>}
        <div role="menu" tabIndex={-1} aria-label={label} onBlur={leave} onKeyDown={moveFocus}>
          {groups.map((items, index) => (
            <div key={index} role="group">
              {items.map((item) => (
                <Item key={item.label} item={item} hide={hide} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </span>
  )
}

function Item({ item, hide }: { item: MenuItem; hide: () => void }) {
  const face = (
    <>
      {item.icon && <Icon name={item.icon} />}
      <span>{item.label}</span>
      {item.note && <small>{item.note}</small>}
    </>
  )
  const common = {
    className: item.isDanger ? 'ui-menu-item danger across' : 'ui-menu-item across',
    role: 'menuitem',
    'aria-current': item.isCurrent,
  }
  if ('href' in item) {
    const { href, isDocument = false, instead } = item
    const Anchor = isDocument ? 'a' : PageLink
    const click = (event: MouseEvent) => {
      hide()
      if (!instead) return
      event.preventDefault()
      instead()
    }
    return (
      <Anchor {...common} href={href} onClick={click}>
        {face}
      </Anchor>
    )
  }
  if ('submit' in item)
    return (
      <button {...common} type="submit" {...item.submit}>
        {face}
      </button>
    )
  const click = () => {
    if (!('onClick' in item)) return
    hide()
    item.onClick()
  }
  return (
    <button {...common} type="button" aria-disabled={'isDisabled' in item || undefined} onClick={click}>
      {face}
    </button>
  )
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item === document.activeElement)
  const next = nextItem(event, items, at)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function nextItem({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, items: HTMLElement[], at: number) {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ' || ctrlKey || altKey || metaKey) return undefined
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
