import { useMemo } from 'react'
import type { DraftService } from '#contract/cards/drafts.ts'
import { useEditor } from '../../use-editor.ts'

/** Changes to the list of services; the functions are stable. */
export function useServiceActions() {
  const { store } = useEditor()
  return useMemo(() => {
    const read = () => store.read().edited.services
    const write = (services: DraftService[]) => store.set('services', services)
    return {
      read,
      write,
      change: (id: number, part: Partial<DraftService>) =>
        write(read().map((service) => (service.gradeServiceId === id ? { ...service, ...part } : service))),
      /** Removes a service and returns its undo. */
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

/** Scrolls to a service and focuses its field, once rendered. */
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
