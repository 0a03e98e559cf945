import type { Log } from '#server/integrations/log.ts'
import { StorageAway } from '#server/integrations/storage-away.ts'

/** A row names it and it does not lie where this server looks: to whoever asks for it, as when the storage is away. */
export class PictureMissing extends StorageAway {
  override name = 'PictureMissing'
  readonly key: string

  constructor(key: string) {
    super('NoSuchKey', `${key} is not among the pictures`)
    this.key = key
  }
}

const told = new Set<string>()
const toldMax = 1000

/** Once for each: whoever looks at the card asks for it again. */
export function tellIfMissing(log: Log, error: unknown) {
  if (!(error instanceof PictureMissing) || told.has(error.key)) return
  if (told.size >= toldMax) told.clear()
  told.add(error.key)
  log.warn('picture-missing', { key: error.key })
}
