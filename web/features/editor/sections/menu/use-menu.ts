import { useMemo } from 'react'
import type { MenuItem } from '#contract/cards/cards.ts'
import { useEditor } from '../../use-editor.ts'
import { removeWithUndo } from '../with-undo.ts'
import { aLink, resetMenu, menuRows, menusOf } from './menu-rows.ts'

/** Changes to the menu; the functions are stable. */
export function useMenuActions() {
  const { store } = useEditor()
  return useMemo(() => {
    const read = () => store.read().edited.menus
    const write = (menus: MenuItem[]) => store.set('menus', menus)
    const readRows = () => menuRows(read())
    const writeRows = (rows: MenuItem[]) => write(menusOf(rows, read()))
    return {
      reorder: writeRows,
      change: (key: string, part: Partial<MenuItem>) =>
        writeRows(readRows().map((item) => (item.key === key ? { ...item, ...part } : item))),
      add() {
        const rows = readRows()
        const link = aLink(rows)
        writeRows([...rows, link])
        return link.key
      },
      /** Removes an owner's link and returns its undo. */
      remove: (key: string) => removeWithUndo(readRows, writeRows, (item) => item.key === key),
      resetMenu: (): (() => void) => {
        const before = read()
        write(resetMenu(before))
        return () => write(before)
      },
    }
  }, [store])
}
