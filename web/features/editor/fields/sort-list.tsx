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

/** A sortable list: drag a handle, or use the arrow keys on it. */
export function SortList<T>({ items, keyOf, nameOf, reorder, children }: Props<T>) {
  const t = useTranslate()
  const [result, setResult] = useState('')
  const list = useRef<HTMLOListElement>(null)

  function move(at: number, to: number) {
    const item = items[at]
    if (!item || to < 0 || to >= items.length || to === at) return
    reorder(moved(items, at, to))
    setResult(t('editor.movedTo', { name: nameOf(item), at: to + 1, of: items.length }))
  }
  function moveByKey(event: KeyboardEvent, at: number) {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(':scope > li > .handle')[to]?.focus())
  }
  const { begin, classOf } = useDragOrder(list, move)

  return (
    <>
      <ol className="sort" ref={list}>
        {items.map((item, at) => (
          <li key={keyOf(item)} className={classOf(at)}>
            <button
              type="button"
              className="ui-icon-button handle"
              onPointerDown={(event) => begin(event, at)}
              onKeyDown={(event) => moveByKey(event, at)}
              aria-label={t('editor.move', { name: nameOf(item) })}
            >
              <Icon name="grip-vertical" />
            </button>
            {children(item, at)}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {result}
      </p>
    </>
  )
}

/** The list with one item moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
