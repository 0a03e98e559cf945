import type { BackupErrorCode } from '#contract/admin/backup-choices.ts'
import { isAway } from '#server/database/is-away.ts'
import { redactError } from '#server/integrations/redact-error.ts'
import { isStorageUnavailable, type StorageUnavailableError } from '#server/integrations/storage-error.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { WrongPassphraseError } from './restore-error.ts'

type Failure = { error: BackupErrorCode; message: string }

/** A failure with its kind, for the admin page. */
export class BackupError extends UserError {
  readonly error: BackupErrorCode

  constructor(error: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.error = error
  }
}

/** One line about why a backup or a rehearsal failed. `place` is BACKUP_TO. */
export function describeFailure(failure: unknown, place: string): Failure {
  if (failure instanceof BackupError) return { error: failure.error, message: failure.message }
  if (failure instanceof UserError && failure.cause instanceof WrongPassphraseError)
    return {
      error: 'passphrase',
      message: `The newest backup can’t be opened with the passphrase in BACKUP_PASSPHRASE_FILE: it was made with another one. Keep the old passphrase, and make a new backup.`,
    }
  if (isStorageUnavailable(failure)) return describeBucket(failure, place)
  const error = kinds[codeOf(failure)]
  if (failure instanceof UserError) return { error: error ?? 'unusable', message: failure.message }
  if (isAway(failure)) return { error: 'interrupted', message: 'The database was unavailable.' }
  if (error) return { error, message: `${reasons[error] ?? 'It was stopped'}: ${place} (${codeOf(failure)}).` }
  return { error: 'failed', message: failure instanceof Error ? String(redactError(failure)['message']) : 'Unknown error' }
}

const reasons: Partial<Record<BackupErrorCode, string>> = {
  full: 'There is no space left in BACKUP_TO',
  missing: 'There is no such folder for BACKUP_TO',
  denied: 'The server may not write to BACKUP_TO',
  unreachable: 'The disk of BACKUP_TO reported an error',
}

const kinds: Record<string, BackupErrorCode> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  '53100': 'full',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EIO: 'unreachable',
  ESTALE: 'unreachable',
  ABORT_ERR: 'interrupted',
}

function describeBucket({ code }: StorageUnavailableError, place: string): Failure {
  const reason = (error: BackupErrorCode, message: string): Failure => ({ error, message: `${message} (${code}).` })
  if (code === 'NoSuchBucket') return reason('missing', `There is no bucket at ${place}`)
  if (/^(AccessDenied|AllAccessDisabled|InvalidAccessKeyId|SignatureDoesNotMatch|status-403)$/.test(code))
    return reason('denied', `The key in STORAGE_KEY_ID may not write, read and list ${place}`)
  if (/full|quota|cap_?exceeded|status-507/i.test(code)) return reason('full', `The storage at ${place} is full`)
  if (code === 'TimeoutError') return reason('slow', `The storage at ${place} answers too slowly`)
  return reason('unreachable', `The storage at ${place} can’t be reached`)
}
