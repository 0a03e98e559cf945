/** The storage is unavailable or denies access. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
  /** The storage’s error code, such as `AccessDenied`, or the system’s, such as `ECONNREFUSED`. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isStorageUnavailable = (error: unknown): error is StorageUnavailableError => error instanceof StorageUnavailableError

/** A full or read-only disk: stored pictures can still be read. */
export const isStorageFull = (error: unknown): error is StorageUnavailableError => isStorageUnavailable(error) && fullCodes.has(error.code)

export const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

/** Null while the storage is unavailable, for callers that can continue without it. */
export function nullIfUnavailable(error: unknown): null {
  if (isStorageUnavailable(error)) return null
  throw error
}
