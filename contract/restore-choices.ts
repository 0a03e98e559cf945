/** Of the file, one request. */
export const restorePartBytes = 1024 * 1024

/** Of images and parts of tables in one backup. Their names and checksums are in memory while it is read. */
export const restoreFilesMax = 500_000

/** How an encrypted backup begins, and one in the clear, which is compressed. */
export const backupMarks = { sealed: 'CARTE-SEALED-1\n', clear: '\x1f\x8b' } as const

/** Why a backup can't be restored. Each has a text on the page that says what to do. */
export const restoreIssues = [
  'not-a-backup',
  'damaged',
  'cut-off',
  'passphrase-missing',
  'passphrase-wrong',
  'newer-version',
  'older-version',
  'before-release',
  'occupied',
  'distributed',
  'busy',
  'full',
  'too-many-files',
  'stopped',
  'replaced',
  'elsewhere',
  'unsure',
  'failed',
] as const
export type RestoreIssue = (typeof restoreIssues)[number]

/** `compare` comes last, and is followed by the commit. */
export const restoreSteps = ['check', 'database', 'images', 'compare'] as const
export type RestoreStep = (typeof restoreSteps)[number]
