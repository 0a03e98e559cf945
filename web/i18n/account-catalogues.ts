import type { AccountCatalogue } from './account/account-en.ts'
import { laterSayer } from './catalogues.ts'
import type { Language } from './languages.ts'
import { sayIn, type AccountSay } from './say.ts'

const loaders: Record<Language, () => Promise<AccountCatalogue>> = {
  en: async () => ({
    ...(await import('./account/account-en.ts')).enAccount,
    ...(await import('./en-international.ts')).enInternationalAccount,
  }),
  'en-US': async () => (await import('./account/account-en.ts')).enAccount,
  'fr-CA': async () => (await import('./account/account-fr-CA.ts')).frCAAccount,
  'fr-FR': async () => (await import('./account/account-fr-FR.ts')).frFRAccount,
  ro: async () => (await import('./account/account-ro.ts')).roAccount,
}

/** As React reads promises: one that is known to have come is read at once. */
type Coming = Promise<AccountSay> & { status?: 'fulfilled'; value?: AccountSay }
const coming = new Map<Language, Coming>()

/** Every sentence there is, where all have come: on the server. */
export const everySayer = (language: Language): AccountSay => coming.get(language)?.value ?? ((key) => key)

/** What says every sentence there is, the account host's too, when it has come; asked for once. */
export function accountSayer(language: Language): Coming {
  const known = coming.get(language)
  if (known) return known
  const asked: Coming = Promise.all([laterSayer(language), loaders[language]()]).then(([later, words]) => {
    const own = sayIn(language, words)
    const value: AccountSay = (key, facts) => (isIn(words, key) ? own(key, facts) : later(key, facts))
    Object.assign(asked, { status: 'fulfilled', value })
    return value
  })
  coming.set(language, asked)
  // One that did not come is asked for again by whoever needs it next.
  asked.catch(() => coming.delete(language))
  return asked
}

const isIn = <Words extends object>(words: Words, key: string): key is keyof Words & string => Object.hasOwn(words, key)
