import type { OwnSession, LoginMethods, MailRejection } from '#contract/accounts/accounts.ts'
import type { CardSubscription } from '#contract/cards/cards.ts'
import type { z } from 'zod'
import type { Language } from '#contract/languages.ts'

type CaptureView = {
  enabled: boolean
  desktopEnabled: boolean
  timeoutSeconds: number
  labels: string
}

/** Null: failed to load. */
export type AccountView = {
  alias: string
  cardKey: string
  cardName: string
  name: string
  email: string
  initials: string
  portrait: { src: string } | null
  subscription: CardSubscription
  /** The page's language; the choice is shown only if translations are on. */
  language: Language
  hasLanguages: boolean
  capture: CaptureView
  mayLabel: boolean
  sessions: OwnSession[] | null
  ways: z.output<typeof LoginMethods> | null
  mailRejection: MailRejection | null
  hrefs: { photo: string; upgrade: string; details: string; logout: string }
}

/** The result of a form posted without a script. */
export type AccountNotice = { text: string; isBad: boolean }
