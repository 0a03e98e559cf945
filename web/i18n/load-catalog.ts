import { lazyCatalog, type Catalog } from '#common/messages/compile-catalog.ts'
import type { FindMessage } from '#common/messages/message.ts'
import type { Language } from '#contract/languages.ts'

/**
 * A language's catalog. The build of the browser puts its own in place of this file (`split-messages.ts`): there a catalog comes
 * compiled and in parts.
 */
export const loadCatalog = async (language: Language, _part: number): Promise<FindMessage> => lazyCatalog(language, readCatalog)

const files = import.meta.glob<Catalog>('../../messages/*.json', { import: 'default', eager: true })
const readCatalog = (language: string): Catalog => files[`../../messages/${language}.json`] ?? {}
