import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const name = 'carte-backups'

/**
 * Where backups could go if nothing is chosen: beside the data folder, so that a lost one doesn't take them along; in it if the server may
 * not write beside it, as in a container.
 */
export async function proposeFolder(dataDir: string): Promise<string> {
  const beside = join(dirname(dataDir), name)
  return (await isWritable(beside)) || (await isWritable(dirname(dataDir))) ? beside : join(dataDir, name)
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
