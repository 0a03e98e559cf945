export const backupKinds = ['backup', 'rehearsal'] as const
export type BackupKind = (typeof backupKinds)[number]

/** What a backup does in order. `upload`: to a bucket. */
export const backupSteps = ['database', 'images', 'check', 'upload'] as const
export type BackupStep = (typeof backupSteps)[number]
export type BackupProgress = {
  step: BackupStep
  /** Of the whole backup, 0 to 1. */
  share: number
  /** What was written of the database, as text. */
  databaseBytes: number
  images: number
  imagesTotal: number
}

/** Why a backup or a rehearsal failed. Each has a text on the admin page that says what to do. */
export const backupErrors = [
  'full',
  'missing',
  'denied',
  'unreachable',
  'slow',
  'passphrase',
  'passphrase-file',
  'none',
  'unusable',
  'not-restored',
  'without-images',
  'images',
  'interrupted',
  'failed',
] as const
export type BackupErrorCode = (typeof backupErrors)[number]
