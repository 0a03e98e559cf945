import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const sqlName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
/** Each original has a folder of its own, so a failed restore can remove the folder. */
const pictureKey = z.string().regex(/^(stories|[\w-]+\/[\w-]+)\/[\w-][\w.-]*\/master\.webp$/)
const wholeNumber = z.number().int().nonnegative()

/** The table of contents of a backup. It is written last; a reader trusts it only after it has checked every entry before it. */
export const Manifest = z.object({
  kind: z.literal('carte-backup'),
  formatVersion: z.literal(1),
  productVersion: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sum: sha256 })),
  tables: z.array(z.object({ name: sqlName, columns: z.array(sqlName).min(1), rows: wholeNumber, sha256 })),
  pictures: z.array(z.object({ key: pictureKey, bytes: wholeNumber, sha256 })),
})
export type Manifest = z.output<typeof Manifest>
export type TableSummary = Manifest['tables'][number]

export const manifestName = 'manifest.json'
