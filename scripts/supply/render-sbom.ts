import { createHash } from 'node:crypto'
import { findDependency, type Locks, type Package } from './read-lock.ts'
import { isDistributed } from './licenses.ts'

/** The software bill of materials as CycloneDX 1.6, reproducible byte for byte from the lock file. */
export function renderSbom({ product, root, packages }: Locks) {
  const byPath = new Map(packages.map((one) => [one.path, one]))
  const own = `pkg:npm/${product.name}@${product.version}`
  const uuid = createHash('sha256')
    .update(JSON.stringify(packages.map(({ path, integrity }) => [path, integrity])))
    .digest('hex')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid.slice(0, 8)}-${uuid.slice(8, 12)}-5${uuid.slice(13, 16)}-8${uuid.slice(17, 20)}-${uuid.slice(20, 32)}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, ...product, purl: own, licenses: [{ license: { id: 'AGPL-3.0-or-later' } }] },
    },
    components: packages.map(componentOf),
    dependencies: [
      { ref: own, dependsOn: refsOf(root, byPath) },
      ...packages.map((one) => ({ ref: refOf(one), dependsOn: refsOf(one, byPath) })),
    ],
  }
}

function componentOf(one: Package) {
  const { name, version, license, integrity, optional } = one
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': refOf(one),
    ...(group ? { group } : {}),
    name: short,
    version,
    // `excluded`: only for building or testing.
    scope: !isDistributed(one) ? 'excluded' : optional ? 'optional' : 'required',
    purl: purlOf(one),
    ...(license ? { licenses: / (AND|OR) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }] } : {}),
    ...(integrity
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }] }
      : {}),
  }
}

const purlOf = ({ name, version }: Package) => `pkg:npm/${name.replace('@', '%40')}@${version}`
/** With the path, because a package can be installed twice. */
const refOf = (one: Package) => `${purlOf(one)}#${one.path}`

function refsOf(of: Package, byPath: ReadonlyMap<string, Package>): string[] {
  const wanted = Object.keys({ ...of.dependencies, ...of.optionalDependencies, ...of.peerDependencies })
  return wanted
    .flatMap((name) => findDependency(of.path, name, byPath) ?? [])
    .map(refOf)
    .toSorted()
}
