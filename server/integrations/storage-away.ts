/** The storage does not answer, or not to us. The request is not at fault, and neither are we. */
export class StorageAway extends Error {
  override name = 'StorageAway'
  /** What it said, in its own word: `AccessDenied`; or the system's: `ECONNREFUSED`. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isStorageAway = (error: unknown): error is StorageAway => error instanceof StorageAway

/** A disk without room, or one that takes nothing: what is there can be read. */
export const isStorageFull = (error: unknown): error is StorageAway => isStorageAway(error) && fullCodes.has(error.code)

export const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

/** Null while the storage is away, for those who can do without. */
export function nullIfAway(error: unknown): null {
  if (isStorageAway(error)) return null
  throw error
}
