import { open } from 'node:fs/promises'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { bytes } from '../terminal/amounts.ts'

const fileBytesMax = 64_000_000

export async function readPictureFile(path: string): Promise<Buffer> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > fileBytesMax) throw new UserError(`${path} is too large: ${bytes(size)}, at most ${bytes(fileBytesMax)}.`)
    return await file.readFile()
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${path} cannot be read (${codeOf(error)}).`, { cause: error })
  }
}
