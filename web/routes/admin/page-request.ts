import type { Api } from '#contract/api.ts'
import type { SignUpMode } from '#contract/site.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#common/messages/message.ts'
import type { Times } from './format-times.ts'
import type { CardTab } from '../../features/admin/admin-places.ts'

/** The context of a page's loader: the address in parts, the API, and formats in the reader's language. */
export type PageRequest = Times & {
  call: Api['call']
  id: string
  tab: CardTab
  query: URLSearchParams
  q: string
  from: string | undefined
  t: Translate
  amount(bytes: number): string
  number(value: number): string
  slug: string
  signUp: SignUpMode
  sendsMail: boolean
  language: Language
}
