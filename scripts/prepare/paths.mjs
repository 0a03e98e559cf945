import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Files generated for this machine. */
export const folder = join(root, '.runtime')
export const runtime = join(folder, 'node')

export function readOr(file, otherwise = '') {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
