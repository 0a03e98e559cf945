import { keepDrawn } from '#server/media/keep-drawn.ts'
import { nullIfMissing, PictureMissing, tellIfMissing } from '#server/media/picture-missing.ts'
import type { Log } from '#server/outside/log.ts'
import type { Storage } from '#server/outside/storage.ts'

type Needs = { storage: Storage; log: Log }
type Drawn = { key: string; type: 'image/jpeg' | 'image/png'; isForEver: boolean }
/** Awaits a picture to draw with. */
type Find = (picture: Promise<Buffer | null>) => Promise<Buffer | null>

/**
 * A picture we draw, perhaps of others. Under its own revision it stays the same; under any other word it is the newest, for
 * a while. Where one of the others lies nowhere it is drawn without, and not kept: it may be brought back.
 */
export async function giveDrawn(needs: Needs, drawn: Drawn, draw: (find: Find) => Promise<Buffer>): Promise<Response> {
  const { storage, log } = needs
  const { key, isForEver } = drawn
  try {
    const picture = await keepDrawn(storage, key, () => draw((found) => found))
    return answerWith(picture, drawn, isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
  } catch (error) {
    if (!(error instanceof PictureMissing)) throw error
    tellIfMissing(log, error)
    return answerWith(await draw((found) => found.catch(nullIfMissing)), drawn, 'public, max-age=60')
  }
}

const answerWith = (picture: Buffer, { type }: Drawn, cacheControl: string) =>
  new Response(new Uint8Array(picture), {
    headers: { 'content-type': type, 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin' },
  })
