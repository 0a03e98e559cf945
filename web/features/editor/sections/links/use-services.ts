import { useMemo } from 'react'
import type { DraftService } from '#contract/cards/drafts.ts'
import { useEditor } from '../../use-editor.ts'

/** What is done to the list of services; the same functions for as long as the editor is open. */
export function useServiceActs() {
  const { store } = useEditor()
  return useMemo(() => {
    const read = () => store.read().edited.services
    const write = (services: DraftService[]) => store.set('services', services)
    return {
      read,
      write,
      change: (id: number, part: Partial<DraftService>) =>
        write(read().map((service) => (service.gradeServiceId === id ? { ...service, ...part } : service))),
      /** Takes it away and gives what brings it back to its place. */
      remove(id: number): () => void {
        const before = read()
        const at = before.findIndex(({ gradeServiceId }) => gradeServiceId === id)
        write(before.filter(({ gradeServiceId }) => gradeServiceId !== id))
        return () => {
          const now = read()
          if (!now.some(({ gradeServiceId }) => gradeServiceId === id))
            write([...now.slice(0, at), ...before.slice(at, at + 1), ...now.slice(at)])
        }
      },
    }
  }, [store])
}

export const serviceElement = (id: number) => `service-${id}`

/** Brings one of the list into sight and its field under the fingers, when it is drawn. */
export function showService(id: number) {
  requestAnimationFrame(() => {
    const entry = document.getElementById(serviceElement(id))
    entry?.querySelector<HTMLElement>('button[aria-expanded="false"]')?.click()
    requestAnimationFrame(() => {
      entry?.scrollIntoView({ block: 'center' })
      entry?.querySelector('input')?.focus({ preventScroll: true })
    })
  })
}
