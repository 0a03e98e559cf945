import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const name = 'carte-backups'

/**
 * Where backups could go if nothing is chosen: beside the data folder, so that they survive its loss; inside it if the server can't write
 * beside it, or if its parent is the root folder, whose files a container loses.
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
