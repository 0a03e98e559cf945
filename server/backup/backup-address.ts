import { z } from 'zod'
import type { Manifest } from './manifest.ts'
import { RestoreError } from './restore-error.ts'
import { createCollector } from './tally.ts'

const table = 'installation'
const bytesMax = 8 * 1024 * 1024
const Row = z.array(z.string().nullable())
const Stored = z.object({ PUBLIC_URL: z.object({ value: z.string() }) })

/** Finds the public address that an administrator stored, in the entries of a backup as they pass. The table is small. */
export function createAddressReader() {
  const parts = createCollector(table, bytesMax)
  return {
    read: parts.add,
    find({ tables }: Manifest): string | null {
      const columns = tables.find(({ name }) => name === table)?.columns ?? []
      const lines = Buffer.concat(parts.all()).toString('utf8').split('\n').filter(Boolean)
      try {
        const rows = lines.map((text) => Row.parse(JSON.parse(text)))
        const settings = rows.find((row) => row[columns.indexOf('name')] === 'settings')
        const stored = Stored.safeParse(JSON.parse(settings?.[columns.indexOf('value')] ?? 'null'))
        return stored.success ? stored.data.PUBLIC_URL.value : null
      } catch (cause) {
        throw new RestoreError('damaged', `Its table ${table} cannot be read.`, { cause })
      }
    },
  }
}
