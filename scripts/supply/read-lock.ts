import { readFileSync } from 'node:fs'
import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})
const Locked = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  devOptional: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
})
const Lock = z.object({ name: z.string(), version: z.string(), packages: z.record(z.string(), Locked) })

/** A locked package. `ships`: it is a production dependency. */
export type Package = z.output<typeof Locked> & { path: string; name: string; ships: boolean }
export type Locks = { product: { name: string; version: string }; root: Package; packages: Package[] }

const root = new URL('../../', import.meta.url)
export const readText = (file: string): string => readFileSync(new URL(file, root), 'utf8')

export function readLock(text = readText('package-lock.json')): Locks {
  const { name, version, packages } = Lock.parse(JSON.parse(text))
  const all = Object.entries(packages).map(([path, locked]) => ({
    ...locked,
    path,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    ships: !locked.dev && !locked.devOptional,
  }))
  const [own, ...others] = all.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  if (own?.path !== '') throw new Error('The lock file doesn’t name the product.')
  return { product: { name, version }, root: own, packages: others }
}

/** Resolves a dependency: next to the package, or in a folder above. */
export function findDependency(from: string, name: string, packages: ReadonlyMap<string, Package>): Package | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = packages.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`)
    if (found || folder === '') return found
  }
}
