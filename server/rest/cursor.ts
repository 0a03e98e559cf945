import { z } from 'zod'
import { moment, uuid } from '#contract/values.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'

type Place = { dateCreated: string; id: string }

const Written = z.tuple([moment, uuid])

/** The place in a list after this contact, as opaque text. */
export const writeCursor = ({ dateCreated, id }: Place) => Buffer.from(JSON.stringify([dateCreated, id])).toString('base64url')

export function readCursor(cursor: string | undefined): { dateCreated: Date; id: string } | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const written = Written.safeParse(jsonOrNull(text))
  if (!written.success) throw problem('input-invalid', { issues: [fieldIssue('cursor', 'cursorInvalid')] })
  const [dateCreated, id] = written.data
  return { dateCreated: new Date(dateCreated), id }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A page of rows of which one more than `limit` was read. */
export function pageOf<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => string): { data: T[]; nextCursor: string | null } {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: last && rows.length > limit ? cursorOf(last) : null }
}
