import type { Storage } from '#server/outside/storage.ts'
import { Refusal } from '#server/refusal.ts'

const atOnce = 4
const tellEvery = 1000

export type MovedPictures = { count: number; bytes: number; wereThere: number }
type Needs = {
  source: Pick<Storage, 'keys' | 'get'>
  target: Pick<Storage, 'get' | 'put'>
  proof: Pick<Storage, 'get'>
  signal: AbortSignal
  tell(line: string): void
}

/** Every file of the storage, byte for byte. What is there and equal stays; what is put is read back. */
export async function movePictures({ source, target, proof, signal, tell }: Needs): Promise<MovedPictures> {
  const moved = { count: 0, bytes: 0, wereThere: 0 }
  const keys = source.keys()[Symbol.asyncIterator]()
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])

  async function work() {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      either.throwIfAborted()
      const body = await source.get(next.value)
      if (!body) throw new Refusal(`The picture ${next.value} went away while it was moved. Stop whatever uses it, then move again.`)
      if (await isEqual(target, next.value, body)) moved.wereThere++
      else await put(next.value, body)
      moved.count++
      moved.bytes += body.length
      if (moved.count % tellEvery === 0) tell(`pictures: ${moved.count.toLocaleString('en')}`)
    }
  }
  const isEqual = async (there: Pick<Storage, 'get'>, key: string, body: Buffer) => (await there.get(key))?.equals(body) ?? false
  async function put(key: string, body: Buffer) {
    await target.put(key, body)
    if (!(await isEqual(proof, key, body)))
      throw new Refusal(`The picture ${key} did not arrive as it left. Move again, and it is copied anew.`)
  }

  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(workers)
  const first = outcomes.find((outcome) => outcome.status === 'rejected')
  if (first) throw failed.signal.reason ?? first.reason
  return moved
}

type Place = { storage: 'disk' | 's3'; storageUrl: string; storageBucket: string; storagePrefix: string; dataDir: string }

/** One folder, or one bucket, for both: then nothing is to be copied. */
export function isSameStorage(one: Place, other: Place): boolean {
  if (one.storage !== other.storage) return false
  if (one.storage === 'disk') return one.dataDir === other.dataDir
  return (['storageUrl', 'storageBucket', 'storagePrefix'] as const).every((name) => one[name] === other[name])
}
