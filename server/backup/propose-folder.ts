import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const name = 'carte-backups'

/**
 * Where backups could go if nothing is chosen: beside the data folder, so that a lost one doesn't take them along; in it if the server may
 * not write beside it, or if beside it is the root folder, which a container loses.
 */
export async function proposeFolder(dataDir: string): Promise<string> {
  const parent = dirname(dataDir)
  const beside = join(parent, name)
  const isRoot = dirname(parent) === parent
  return (await isWritable(beside)) || (!isRoot && (await isWritable(parent))) ? beside : join(dataDir, name)
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
