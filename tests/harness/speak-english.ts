import { accountSayer } from '../../web/i18n/account-catalogues.ts'
import { loadLanguage } from '../../web/i18n/catalogues.ts'

/** Components drawn by themselves speak English; a test of another language says which. */
await Promise.all([loadLanguage('en'), accountSayer('en')])
