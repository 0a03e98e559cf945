import type { OwnSession, Ways } from '#contract/accounts/accounts.ts'
import type { CardSubscription } from '#contract/cards/cards.ts'
import type { z } from 'zod'
import type { Language } from '#contract/languages.ts'

export type CaptureView = {
  enabled: boolean
  desktopEnabled: boolean
  timeoutSeconds: number
  labels: string
}

/** Null is what could not be read just now. */
export type AccountView = {
  alias: string
  cardKey: string
  cardName: string
  name: string
  email: string
  initials: string
  portrait: { src: string } | null
  subscription: CardSubscription
  /** The language of the page; the choice is offered only where translations are on. */
  language: Language
  hasLanguages: boolean
  capture: CaptureView
  mayLabel: boolean
  sessions: OwnSession[] | null
  ways: z.output<typeof Ways> | null
  hrefs: { photo: string; upgrade: string; password: string; logout: string }
}

/** What a form without a script asked for, once it was done or refused. */
export type Told = { text: string; isBad: boolean }
