import { readFile, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'
import { lineOf } from './line-of.ts'

const bytesMax = 1_000_000
const faultsMax = 10

/** A file an operator wrote, by its schema. What is wrong is said with its line and its field. */
export async function readJsonFile<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const text = await readText(path)
  const value = parseText(path, text)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.slice(0, faultsMax).map(({ path: field, message }) => {
    const named = field.map(String).join('.')
    return `${path}, line ${lineOf(text, field)}${named ? `, ${named}` : ''}: ${message}`
  })
  throw new Refusal(['Nothing was changed.', ...faults].join('\n'))
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > bytesMax) throw new Refusal(`${path} is too large: at most 1 MB.`)
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`${path} cannot be read (${codeOf(error)}).`, { cause: error })
  }
}

function parseText(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    const position = /position (\d+)/.exec(said)?.[1]
    const line = text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
    throw new Refusal(`Nothing was changed.\n${path}, line ${line}: this is not JSON.`, { cause: error })
  }
}
