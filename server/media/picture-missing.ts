import type { Log } from '#server/integrations/log.ts'
import { StorageUnavailableError } from '#server/integrations/storage-error.ts'

/** A row references a picture that isn't in storage. Handled like unavailable storage. */
export class PictureMissingError extends StorageUnavailableError {
  override name = 'PictureMissing'
  readonly key: string

  constructor(key: string) {
    super('NoSuchKey', `${key} is missing from storage`)
    this.key = key
  }
}

const logged = new Set<string>()
const loggedMax = 1000

/** Logs each key once, because every view of the card requests it again. */
export function logIfMissing(log: Log, error: unknown) {
  if (!(error instanceof PictureMissingError) || logged.has(error.key)) return
  if (logged.size >= loggedMax) logged.clear()
  logged.add(error.key)
  log.warn('picture-missing', { key: error.key })
}
