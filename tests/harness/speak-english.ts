import { loadMessages } from '../../web/i18n/use-translate.ts'

/** Components drawn by themselves speak English; a test of another language says which. */
await loadMessages('en')
