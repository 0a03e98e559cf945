import { createHash, type Hash } from 'node:crypto'
import type { Manifest } from './manifest.ts'
import { plainSqlName } from './plain-sql.ts'
import { RestoreError } from './restore-error.ts'
import type { TarEntry } from '#server/integrations/tar.ts'

export const tablePart = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.jsonl`
export const pictureEntry = (key: string) => `pictures/${key}`

type Piece = { table: string } | { picture: string } | null

/** The table or picture that an entry of a backup belongs to. */
export function pieceOf(name: string): Piece {
  const table = /^tables\/([a-z_][a-z0-9_]*)\/\d{6}\.jsonl$/.exec(name)?.[1]
  if (table) return { table }
  return name.startsWith('pictures/') ? { picture: name.slice('pictures/'.length) } : null
}

/** Collects the parts of one small table as they pass; throws if they need more than `bytesMax` of memory. */
export function createCollector(table: string, bytesMax: number) {
  const parts: Buffer[] = []
  let bytes = 0
  return {
    add({ name, body }: TarEntry) {
      const piece = pieceOf(name)
      if (!piece || !('table' in piece) || piece.table !== table) return
      bytes += body.length
      if (bytes > bytesMax) throw new RestoreError('damaged', `Its table ${table} is too large.`)
      parts.push(body)
    },
    all: (): readonly Buffer[] => parts,
  }
}

/** Counts and hashes the entries that pass; `compare` throws unless they are exactly what the manifest lists. */
export function createTally() {
  const tables = new Map<string, { hash: Hash; rows: number }>()
  const pictures = new Map<string, string>()
  const names = new Set<string>()

  return {
    add({ name, body }: TarEntry) {
      const piece = pieceOf(name)
      // The first of two pictures would be stored, and the second one compared.
      if (names.has(name)) throw new RestoreError('damaged', `It contains an entry twice (${name.slice(0, 80)}).`)
      names.add(name)
      if (name === plainSqlName) return
      if (!piece) throw new RestoreError('damaged', `It contains an entry this version does not know (${name.slice(0, 80)}).`)
      if ('picture' in piece) {
        pictures.set(piece.picture, createHash('sha256').update(body).digest('hex'))
        return
      }
      const sum = tables.get(piece.table) ?? { hash: createHash('sha256'), rows: 0 }
      tables.set(piece.table, sum)
      sum.hash.update(body)
      for (const byte of body) if (byte === 0x0a) sum.rows++
    },

    compare(manifest: Manifest) {
      const empty = createHash('sha256').digest('hex')
      for (const { name, rows, sha256 } of manifest.tables) {
        const sum = tables.get(name)
        if ((sum?.rows ?? 0) !== rows || (sum?.hash.digest('hex') ?? empty) !== sha256) throw differs(`the table ${name}`)
        tables.delete(name)
      }
      for (const { key, sha256 } of manifest.pictures) {
        if (pictures.get(key) !== sha256) throw differs('a picture')
        pictures.delete(key)
      }
      if (tables.size + pictures.size > 0) throw differs('an entry')
    },
  }
}

const differs = (what: string) =>
  new RestoreError('damaged', `It was changed or damaged after it was made: ${what} does not match its table of contents.`)
