import { useMemo } from 'react'
import type { MenuItem } from '#contract/cards/cards.ts'
import { useEditor } from '../../use-editor.ts'
import { aLink, backToUsual, menuRows, menusOf } from './menu-rows.ts'

/** What is done to the menu; the same functions for as long as the editor is open. */
export function useMenuActs() {
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
      /** Takes an own entry away and gives what brings it back. */
      remove(key: string): () => void {
        const before = menuRows(read())
        const at = before.findIndex((item) => item.key === key)
        writeRows(before.filter((item) => item.key !== key))
        return () => {
          const now = menuRows(read())
          if (!now.some((item) => item.key === key)) writeRows([...now.slice(0, at), ...before.slice(at, at + 1), ...now.slice(at)])
        }
      },
      backToUsual: (): (() => void) => {
        const before = read()
        write(backToUsual(before))
        return () => write(before)
      },
    }
  }, [store])
}
