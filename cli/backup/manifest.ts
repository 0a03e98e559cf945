import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const plainName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const pictureKey = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)+$/)
const whole = z.number().int().nonnegative()

/** What a backup says it holds: written last, believed only after every byte before it has been counted. */
export const Manifest = z.object({
  kind: z.literal('carte-backup'),
  formatVersion: z.literal(1),
  productVersion: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sum: sha256 })),
  tables: z.array(z.object({ name: plainName, columns: z.array(plainName).min(1), rows: whole, sha256 })),
  pictures: z.array(z.object({ key: pictureKey, bytes: whole, sha256 })),
})
export type Manifest = z.output<typeof Manifest>
export type TableSummary = Manifest['tables'][number]

export const manifestName = 'manifest.json'
