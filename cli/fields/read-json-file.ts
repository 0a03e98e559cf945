import { readFile, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { schemaIssue } from '#server/common/field-issue.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { lineOf } from './line-of.ts'

const bytesMax = 1_000_000
const issuesMax = 10

/** Parses a JSON file by its schema. Each error names its line and field. */
export async function readJsonFile<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const text = await readText(path)
  const value = parseText(path, text)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, issuesMax).map((issue) => {
    const { path: field } = issue
    const named = field.map(String).join('.')
    return `${path}, line ${lineOf(text, field)}${named ? `, ${named}` : ''}: ${schemaIssue(issue).message}`
  })
  throw new UserError(['Nothing was changed.', ...issues].join('\n'))
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > bytesMax) throw new UserError(`${path} is too large: at most 1 MB.`)
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${path} cannot be read (${codeOf(error)}).`, { cause: error })
  }
}

function parseText(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined
    const line = text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
    throw new UserError(`Nothing was changed.\n${path}, line ${line}: this is not JSON.`, { cause: error })
  }
}
