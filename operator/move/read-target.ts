import { readFile, stat } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { Refusal } from '#server/refusal.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { codeOf } from '../code-of.ts'

export type TargetFile = { settings: Settings; isOpenToOthers: boolean }

/** Where to, as lines of NAME=value: a password on a command line would be read by everybody on the machine. */
export async function readTarget(file: string, here: Settings): Promise<TargetFile> {
  try {
    const text = await readFile(file, 'utf8')
    const strange = text.split('\n').findIndex((line) => !/^\s*(#.*|(export\s+)?[A-Za-z_]\w*\s*=.*)?$/.test(line))
    if (strange >= 0) throw new Refusal(`line ${strange + 1} is not NAME=value.`)
    const settings = readSettings({ DATA_DIR: here.dataDir, ...parseEnv(text) })
    return { settings, isOpenToOthers: ((await stat(file)).mode & 0o077) !== 0 }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    throw new Refusal(
      reason
        .split('\n')
        .map((line) => `${file}: ${line}`)
        .join('\n'),
      { cause: error },
    )
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message
  const code = codeOf(error)
  if (code === 'ENOENT') return 'there is no such file. Write the settings of the new place into it, such as DATABASE_URL=postgres://…'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it.'
  return code === 'EISDIR' ? 'it is a folder.' : null
}
