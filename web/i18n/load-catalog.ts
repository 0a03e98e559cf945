import { lazyCatalog, type Catalog } from '#common/messages/compile-catalog.ts'
import type { FindMessage } from '#common/messages/message.ts'
import type { Language } from '#contract/languages.ts'

/** A language's catalog. The browser build replaces this module (`split-messages.ts`) by compiled catalogs in parts. */
export const loadCatalog = async (language: Language, _part: number): Promise<FindMessage> => lazyCatalog(language, readCatalog)

const files = import.meta.glob<Catalog>('../../messages/*.json', { import: 'default', eager: true })
const readCatalog = (language: string): Catalog => files[`../../messages/${language}.json`] ?? {}
