export const backupKinds = ['backup', 'rehearsal'] as const
export type BackupKind = (typeof backupKinds)[number]

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
