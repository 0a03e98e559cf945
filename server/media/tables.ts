import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'

export const pictureKinds = ['profile', 'cutout', 'logo', 'background', 'card'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Columns shared by all tables of pictures. */
const columns = () => ({
  subjectId: uuid('subject_id').notNull(),
  kind: text('kind', { enum: pictureKinds }).notNull(),
  revision: text('revision').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  hasAlpha: boolean('has_alpha').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const pictures = pgTable('picture', columns(), ({ subjectId, kind }) => [primaryKey({ columns: [subjectId, kind] })])

/** Uploaded but unpublished; a card can have many of a kind. */
export const uploadedPictures = pgTable('uploaded_picture', columns(), ({ subjectId, kind, revision }) => [
  primaryKey({ columns: [subjectId, kind, revision] }),
])

/** Taken down by an administrator: not shown, retained so that they can be restored. */
export const takenDownPictures = pgTable('taken_picture', columns(), ({ subjectId, kind, revision }) => [
  primaryKey({ columns: [subjectId, kind, revision] }),
])

export type PictureRow = typeof pictures.$inferSelect
