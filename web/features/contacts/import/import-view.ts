import type { ContactImport } from '#contract/contact-imports.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { ownerHref } from '#contract/pages.ts'

export type ImportRow = Pick<ContactImport, 'id' | 'name' | 'state' | 'added' | 'total'> & { day: string }
export type OpenedImport = AnswerOf<Endpoints['contacts.readImport']> & { undoDay: string }
export type ImportView = { alias: string; imports: ImportRow[]; opened: OpenedImport | null }

/** The import, or with an id its preview and result. */
export function importHref(alias: string, id?: string): string {
  const path = ownerHref(alias, 'contactImport')
  return id === undefined ? path : `${path}?${new URLSearchParams({ of: id })}`
}
