import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useDragOrder } from './use-drag-order.ts'

type Props<T> = {
  items: readonly T[]
  keyOf(item: T): string | number
  nameOf(item: T): string
  reorder(items: T[]): void
  children: (item: T, at: number) => ReactNode
}

/** A list in an order that its owner chooses: dragged by its handle, or moved by the arrow keys on it. */
export function SortList<T>({ items, keyOf, nameOf, reorder, children }: Props<T>) {
  const t = useTranslate()
  const [told, tell] = useState('')
  const list = useRef<HTMLOListElement>(null)

  function move(at: number, to: number) {
    const item = items[at]
    if (!item || to < 0 || to >= items.length || to === at) return
    reorder(moved(items, at, to))
    tell(t('editor.movedTo', { name: nameOf(item), at: to + 1, of: items.length }))
  }
  function press(event: KeyboardEvent, at: number) {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(':scope > li > .handle')[to]?.focus())
  }
  const { begin, lookOf } = useDragOrder(list, move)

  return (
    <>
      <ol className="sort" ref={list}>
        {items.map((item, at) => (
          <li key={keyOf(item)} className={lookOf(at)}>
            <button
              type="button"
              className="handle"
              onPointerDown={(event) => begin(event, at)}
              onKeyDown={(event) => press(event, at)}
              aria-label={t('editor.move', { name: nameOf(item) })}
            >
              <Icon name="grip-vertical" />
            </button>
            {children(item, at)}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {told}
      </p>
    </>
  )
}

/** The list with one of its items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
