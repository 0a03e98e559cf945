import { en, type Catalogue } from './en.ts'

/** English as it is spoken in the United States is what the catalogue is written in. */
export const enUS: Catalogue = en
