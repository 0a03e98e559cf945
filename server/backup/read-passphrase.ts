import { readFile, stat } from 'node:fs/promises'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'

const lengthLeast = 12

/** The first line of a file. An argument would be visible to every user of the machine. */
export async function readPassphrase(file: string | null): Promise<string | null> {
  if (file === null) return null
  const passphrase = (await read(file)).split(/\r?\n/)[0] ?? ''
  if (passphrase.length < lengthLeast) {
    throw new UserError(`The passphrase in ${file} is too short. Its first line needs ${lengthLeast} characters or more.`)
  }
  return passphrase
}

async function read(file: string): Promise<string> {
  try {
    const { mode } = await stat(file)
    if ((mode & 0o077) !== 0)
      throw new UserError(`Other users can read the passphrase in ${file}. Make it private first: chmod 600 ${file}`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`The passphrase file ${file} cannot be read (${codeOf(error)}).`, { cause: error })
  }
}
