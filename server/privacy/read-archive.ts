import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ArchivedAccount, ArchivedCard, ArchivedContact, ArchivedDay, ArchiveHead, archiveVersion } from '#contract/accounts/archive.ts'
import { pictureKinds, type PictureKind } from '#contract/cards/drafts.ts'
import { unpack, type Entry } from '#server/integrations/tar.ts'
import { Refusal } from '#server/refusal.ts'

/** Far above what anybody takes along, far below what fills a disk or a day. */
export const archiveLimits = {
  fileBytesMax: 2 * 1024 ** 3,
  unpackedBytesMax: 8 * 1024 ** 3,
  /** Everything of a card except contacts and visits is one part: versions, reviews and a draft have up to a million characters each. */
  partBytesMax: 64 * 1024 ** 2,
} as const

export type Part =
  | { kind: 'head'; head: ArchiveHead }
  | { kind: 'account'; account: ArchivedAccount }
  | { kind: 'card'; alias: string; card: ArchivedCard }
  | { kind: 'picture'; alias: string; picture: PictureKind; body: Buffer }
  | { kind: 'contacts'; alias: string; contacts: ArchivedContact[] }
  | { kind: 'days'; alias: string; days: ArchivedDay[] }

const Kind = z.enum(pictureKinds)

/** The parts of an archive, each checked against its schema. What is no archive, or not one of ours, is refused in words. */
export async function* readArchive(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const gunzip = createGunzip()
  const piped = pipeline(Readable.from(bytes), gunzip)
  piped.catch(() => {}) // The reading below meets the same error.
  try {
    let isFirst = true
    for await (const entry of unpack(measured(gunzip), archiveLimits.partBytesMax)) {
      if (isFirst && entry.name !== 'archive.json') throw notOurs()
      isFirst = false
      const part = readPart(entry)
      if (part) yield part
    }
    if (isFirst) throw notOurs()
    await piped
  } catch (error) {
    throw inWords(error)
  } finally {
    gunzip.destroy()
  }
}

/** A small file may unpack to a mountain: it is climbed so far and no further. */
async function* measured(gunzip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const bytes of gunzip) {
    seen += bytes.length
    if (seen > archiveLimits.unpackedBytesMax) throw new Refusal('Unpacked it is larger than anything this program makes.')
    yield bytes
  }
}

function readPart({ name, body }: Entry): Part | null {
  if (name === 'archive.json') return { kind: 'head', head: readHead(parse(name, body)) }
  if (name === 'account.json') return { kind: 'account', account: checked(ArchivedAccount, name, parse(name, body)) }
  // For people, or for programs that read it elsewhere.
  if (name === 'README.txt' || name === 'schema.json') return null
  const [, alias = '', rest = ''] = /^cards\/([a-z0-9][a-z0-9-]{0,59})\/(.+)$/.exec(name) ?? []
  if (rest === 'card.json') return { kind: 'card', alias, card: checked(ArchivedCard, name, refuseScripts(name, parse(name, body))) }
  const picture = Kind.safeParse(/^pictures\/(\w+)\.webp$/.exec(rest)?.[1])
  if (picture.success) return { kind: 'picture', alias, picture: picture.data, body }
  // Not published there, and not taken in here: the draft comes without its pictures.
  if (/^sent\/[a-z]+-[0-9a-f]{12}\.webp$/.test(rest)) return null
  const [, list, extension] = /^(contacts|visits)\/\d{4,8}\.(jsonl|csv)$/.exec(rest) ?? []
  if (list && extension === 'csv') return null
  if (list === 'contacts') return { kind: 'contacts', alias, contacts: lines(ArchivedContact, name, body) }
  if (list === 'visits') return { kind: 'days', alias, days: lines(ArchivedDay, name, body) }
  throw new Refusal(`It holds something this version does not know (${shown(name)}).`)
}

function readHead(value: unknown): ArchiveHead {
  const claims = z.object({ kind: z.literal('carte-archive'), formatVersion: z.number() }).safeParse(value)
  if (!claims.success) throw notOurs()
  if (claims.data.formatVersion > archiveVersion) throw new Refusal('A newer version made it. Update this installation first.')
  return checked(ArchiveHead, 'archive.json', value)
}

function lines<T>(schema: z.ZodType<T>, name: string, body: Buffer): T[] {
  const all = body.toString('utf8').split('\n').filter(Boolean)
  return all.map((text, at) => checked(schema, `${name}, line ${at + 1}`, parse(`${name}, line ${at + 1}`, text)))
}

function checked<T>(schema: z.ZodType<T>, name: string, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Refusal(`${shown(name)}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`)
}

/** PostgreSQL keeps no NUL and no half of a letter, and no object of ours has a forged parent. */
function parse(name: string, text: Buffer | string): unknown {
  const wrong = () => new Refusal(`${shown(name)} cannot be read.`)
  try {
    return JSON.parse(text.toString(), (key, value: unknown) => {
      if (key === '__proto__' || key.includes('\0') || (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())))
        throw wrong()
      return value
    })
  } catch {
    throw wrong()
  }
}

const doesThings = /^[\s\p{Cc}\p{Cf}]*(javascript|vbscript|data|file|blob)[\s\p{Cc}\p{Cf}]*:/iu

/** A card has links, and none that runs something in a visitor’s browser. */
function refuseScripts(name: string, value: unknown): unknown {
  if (typeof value === 'string' && doesThings.test(value)) throw new Refusal(`${shown(name)} holds a link that no card may have.`)
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) refuseScripts(name, inner)
  return value
}

const shown = (name: string) => name.replace(/[^\w./, -]/g, '?').slice(0, 80)
const notOurs = () => new Refusal('It is no archive of this program.')

function inWords(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'Z_DATA_ERROR') return new Refusal('It is no archive of this program, or it was damaged.', { cause: error })
  if (code === 'Z_BUF_ERROR') return new Refusal('It ends too early: it was cut off while it was copied.', { cause: error })
  return error
}
