/** The storage is unavailable or denies access. */
export class StorageAway extends Error {
  override name = 'StorageAway'
  /** Its error code, such as `AccessDenied`, or the system's, such as `ECONNREFUSED`. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isStorageAway = (error: unknown): error is StorageAway => error instanceof StorageAway

/** A full or read-only disk: stored pictures can still be read. */
export const isStorageFull = (error: unknown): error is StorageAway => isStorageAway(error) && fullCodes.has(error.code)

export const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

/** Null while the storage is unavailable, for callers that can continue without it. */
export function nullIfAway(error: unknown): null {
  if (isStorageAway(error)) return null
  throw error
}
