import { useMemo } from 'react'
import type { MenuItem } from '#contract/cards/cards.ts'
import { useEditor } from '../../use-editor.ts'
import { aLink, resetMenu, menuRows, menusOf } from './menu-rows.ts'

/** Changes to the menu; the functions are stable. */
export function useMenuActions() {
  const { store } = useEditor()
  return useMemo(() => {
    const read = () => store.read().edited.menus
    const write = (menus: MenuItem[]) => store.set('menus', menus)
    const writeRows = (rows: MenuItem[]) => write(menusOf(rows, read()))
    return {
      reorder: writeRows,
      change: (key: string, part: Partial<MenuItem>) =>
        writeRows(menuRows(read()).map((item) => (item.key === key ? { ...item, ...part } : item))),
      add() {
        const rows = menuRows(read())
        const link = aLink(rows)
        writeRows([...rows, link])
        return link.key
      },
      /** Removes an owner's link and returns its undo. */
      remove(key: string): () => void {
        const before = menuRows(read())
        const at = before.findIndex((item) => item.key === key)
        writeRows(before.filter((item) => item.key !== key))
        return () => {
          const now = menuRows(read())
          if (!now.some((item) => item.key === key)) writeRows([...now.slice(0, at), ...before.slice(at, at + 1), ...now.slice(at)])
        }
      },
      resetMenu: (): (() => void) => {
        const before = read()
        write(resetMenu(before))
        return () => write(before)
      },
    }
  }, [store])
}
