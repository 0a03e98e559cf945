import type { AccountCatalogue } from './account-en.ts'
import { frFRAccount } from './account-fr-FR.ts'

export const frCAAccount: AccountCatalogue = {
  ...frFRAccount,
}
