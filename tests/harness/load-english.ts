import { loadMessages } from '../../web/i18n/use-translate.ts'

/** Components rendered by themselves are in English; tests of other languages load them. */
await loadMessages('en')
