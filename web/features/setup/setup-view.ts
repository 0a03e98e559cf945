import type { BackupErrorCode, BackupStep } from '#contract/admin/backup-choices.ts'
import type { ChangeableSetting } from '#contract/admin/setting-choices.ts'

/** A setting with its field. */
export type SetupSetting = {
  name: ChangeableSetting
  /** The saved value, or perhaps a suggestion if it was never set. */
  value: string
  /** The value to compare with, as an unchanged one isn't saved. Empty for a suggestion, which is saved. */
  before: string
  /** The environment sets it. */
  isLocked: boolean
  isAfterRestart: boolean
  /** The value in use until a restart, if another one is saved. */
  running: string | null
}

export type InstallationView = {
  step: 'installation'
  settings: Record<'PUBLIC_URL' | 'TRUST_PROXY' | 'SIGN_UP' | 'PLANS', SetupSetting>
  /** Where the server itself listens, for a proxy. */
  listensAt: string
  /** The only host where the administrator's passkeys work; null without any. */
  passkeyHost: string | null
  demoCards: number
}

/** The usual ports of mail servers that take mail from programs. */
export const mailPorts = ['587', '465'] as const
export const securityOf = { '587': 'starttls', '465': 'tls' } as const
export type MailPort = (typeof mailPorts)[number]
export const otherPortIntent = (port: MailPort) => `use${port}`

export type MailServer = { host: string; port: string; security: 'tls' | 'starttls'; hasLogin: boolean }

export type MailView = {
  step: 'mail'
  server: MailServer & { isLocked: boolean; text: string }
  sender: SetupSetting
  /** The address for the test. */
  email: string
}

/** `share` is from 0 to 1, `percent` the same as text. */
export type BackupProgressView = {
  share: number
  percent: string
  steps: readonly { name: BackupStep; state: 'done' | 'now' | 'next'; text: string }[]
}

export type BackupsView = {
  step: 'backups'
  settings: Record<'BACKUP_TO' | 'BACKUP_EVERY' | 'BACKUP_KEEP', SetupSetting>
  state: 'off' | 'none' | 'running' | 'good' | 'failed'
  target: string
  /** The last run that ended; empty: none. */
  ended: string
  isEncrypted: boolean
  ago: string
  error: { code: BackupErrorCode; message: string } | null
  /** Of the one that runs, or failed. */
  progress: BackupProgressView | null
  files: readonly { name: string; ago: string }[]
}

export type DoneView = {
  step: 'done'
  host: string
  address: string
  /** The address is used after a restart. */
  isAddressWaiting: boolean
  /** The path of the code’s dark modules, and how many there are in a row. */
  code: { path: string; size: number }
  login: 'passkey' | 'password' | 'provider'
  email: string
  /** The names of settings whose change waits for a restart; empty: none. */
  waiting: string
  facts: readonly { key: 'account' | 'address' | 'mail' | 'backups'; isOpen: boolean; text: string }[]
}

export type SetupView = InstallationView | MailView | BackupsView | DoneView

/** The errors and input of a rejected form. */
export type SetupFailure = { message: string; errors: Record<string, string>; typed: Record<string, string> }

export const signUpChoices = ['invited', 'domains', 'open'] as const
/** Submit buttons outside the form name it. */
export const setupForm = 'setup-form'
