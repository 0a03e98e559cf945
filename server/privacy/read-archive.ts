import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ArchivedAccount, ArchivedCard, ArchivedContact, ArchivedDay, ArchiveHead, archiveVersion } from '#contract/accounts/archive.ts'
import { pictureKinds, type PictureKind } from '#contract/cards/drafts.ts'
import { schemaIssue } from '#server/common/field-issue.ts'
import { unpack, type TarEntry } from '#server/integrations/tar.ts'
import { UserError } from '#server/common/user-error.ts'

/** Far above real archives, and far below what would fill a disk or run for a day. */
export const archiveLimits = {
  fileBytesMax: 2 * 1024 ** 3,
  unpackedBytesMax: 8 * 1024 ** 3,
  /** A card without its contacts and visits is one part: versions, reviews and a draft have up to a million characters each. */
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

/** The parts of an archive, each validated against its schema. Throws a `UserError` for anything else. */
export async function* readArchive(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const gunzip = createGunzip()
  const piped = pipeline(Readable.from(bytes), gunzip)
  piped.catch(() => {}) // The loop below gets the same error.
  try {
    let isFirst = true
    for await (const entry of unpack(measured(gunzip), archiveLimits.partBytesMax)) {
      if (isFirst && entry.name !== 'archive.json') throw notAnArchive()
      isFirst = false
      const part = readPart(entry)
      if (part) yield part
    }
    if (isFirst) throw notAnArchive()
    await piped
  } catch (error) {
    throw asUserError(error)
  } finally {
    gunzip.destroy()
  }
}

/** Limits the unpacked size, against decompression bombs. */
async function* measured(gunzip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let total = 0
  for await (const bytes of gunzip) {
    total += bytes.length
    if (total > archiveLimits.unpackedBytesMax) throw new UserError('The archive is too large when unpacked.')
    yield bytes
  }
}

function readPart({ name, body }: TarEntry): Part | null {
  if (name === 'archive.json') return { kind: 'head', head: readHead(parse(name, body)) }
  if (name === 'account.json') return { kind: 'account', account: checked(ArchivedAccount, name, parse(name, body)) }
  // For people and other programs.
  if (name === 'README.txt' || name === 'schema.json') return null
  const [, alias = '', rest = ''] = /^cards\/([a-z0-9][a-z0-9-]{0,59})\/(.+)$/.exec(name) ?? []
  if (rest === 'card.json') return { kind: 'card', alias, card: checked(ArchivedCard, name, rejectScripts(name, parse(name, body))) }
  const picture = Kind.safeParse(/^pictures\/(\w+)\.webp$/.exec(rest)?.[1])
  if (picture.success) return { kind: 'picture', alias, picture: picture.data, body }
  // Unpublished pictures are not imported: the draft comes without them.
  if (/^sent\/[a-z]+-[0-9a-f]{12}\.webp$/.test(rest)) return null
  const [, list, extension] = /^(contacts|visits)\/\d{4,8}\.(jsonl|csv)$/.exec(rest) ?? []
  if (list && extension === 'csv') return null
  if (list === 'contacts') return { kind: 'contacts', alias, contacts: lines(ArchivedContact, name, body) }
  if (list === 'visits') return { kind: 'days', alias, days: lines(ArchivedDay, name, body) }
  throw new UserError(`The archive contains something this version doesn’t know (${printable(name)}).`)
}

function readHead(value: unknown): ArchiveHead {
  const claims = z.object({ kind: z.literal('carte-archive'), formatVersion: z.number() }).safeParse(value)
  if (!claims.success) throw notAnArchive()
  if (claims.data.formatVersion > archiveVersion)
    throw new UserError('The archive was made by a newer version. Update this installation first.')
  return checked(ArchiveHead, 'archive.json', value)
}

function lines<T>(schema: z.ZodType<T>, name: string, body: Buffer): T[] {
  const all = body.toString('utf8').split('\n').filter(Boolean)
  return all.map((text, at) => checked(schema, `${name}, line ${at + 1}`, parse(`${name}, line ${at + 1}`, text)))
}

function checked<T>(schema: z.ZodType<T>, name: string, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues.map(schemaIssue)
  throw new UserError(`${printable(name)}: ${[issue?.path, issue?.message].filter(Boolean).join(': ')}`)
}

/** Rejects what PostgreSQL can't store (NUL and lone surrogates), and `__proto__` keys. */
function parse(name: string, text: Buffer | string): unknown {
  const unreadable = () => new UserError(`${printable(name)} can’t be read.`)
  try {
    return JSON.parse(text.toString(), (key, value: unknown) => {
      if (key === '__proto__' || key.includes('\0') || (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())))
        throw unreadable()
      return value
    })
  } catch {
    throw unreadable()
  }
}

const scriptScheme = /^[\s\p{Cc}\p{Cf}]*(javascript|vbscript|data|file|blob)[\s\p{Cc}\p{Cf}]*:/iu

/** Rejects links that would run code in a visitor’s browser. */
function rejectScripts(name: string, value: unknown): unknown {
  if (typeof value === 'string' && scriptScheme.test(value)) throw new UserError(`${printable(name)} contains a link that isn’t allowed.`)
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) rejectScripts(name, inner)
  return value
}

const printable = (name: string) => name.replace(/[^\w./, -]/g, '?').slice(0, 80)
const notAnArchive = () => new UserError('This file isn’t a Carte archive.')

function asUserError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'Z_DATA_ERROR') return new UserError('This file isn’t a Carte archive, or it’s damaged.', { cause: error })
  if (code === 'Z_BUF_ERROR') return new UserError('The archive is incomplete. Copy it again.', { cause: error })
  return error
}
