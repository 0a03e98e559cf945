import { readFile, stat } from 'node:fs/promises'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'

const lengthLeast = 12

/** The first line of a file: an argument could be read by everybody on the machine. */
export async function readPassphrase(file: string | null): Promise<string | null> {
  if (file === null) return null
  const passphrase = (await read(file)).split(/\r?\n/)[0] ?? ''
  if (passphrase.length < lengthLeast) {
    throw new Refusal(`The passphrase in ${file} is too short: its first line needs ${lengthLeast} characters or more.`)
  }
  return passphrase
}

async function read(file: string): Promise<string> {
  try {
    const { mode } = await stat(file)
    if ((mode & 0o077) !== 0) throw new Refusal(`Others can read the passphrase in ${file}. Keep it to yourself first: chmod 600 ${file}`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`The passphrase file ${file} cannot be read (${codeOf(error)}).`, { cause: error })
  }
}
