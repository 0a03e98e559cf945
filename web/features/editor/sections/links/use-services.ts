import { useMemo } from 'react'
import type { DraftService } from '#contract/cards/drafts.ts'
import { useEditor } from '../../use-editor.ts'
import { removeWithUndo } from '../with-undo.ts'

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
      remove: (id: number) => removeWithUndo(read, write, ({ gradeServiceId }) => gradeServiceId === id),
    }
  }, [store])
}

export const serviceElement = (id: number) => `service-${id}`

/** The service that a page links to, and which of its fields. */
export function serviceIn(hash: string): { id: number; field: 'link' | 'review' } | null {
  const [, id, review] = /^#service-(\d+)(-review)?$/.exec(hash) ?? []
  return id ? { id: Number(id), field: review ? 'review' : 'link' } : null
}

/** Scrolls to a service and focuses one of its fields, once rendered. */
export function showService(id: number, field: 'link' | 'review' = 'link') {
  requestAnimationFrame(() => {
    const entry = document.getElementById(serviceElement(id))
    entry?.querySelector<HTMLElement>('button[aria-expanded="false"]')?.click()
    requestAnimationFrame(() => {
      entry?.scrollIntoView({ block: 'center' })
      const inputs = entry?.querySelectorAll('input')
      inputs?.[field === 'review' ? inputs.length - 1 : 0]?.focus({ preventScroll: true })
    })
  })
}
