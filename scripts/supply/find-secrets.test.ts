import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeFolders } from '../../tests/boundaries/code-folders.ts'
import { findSecrets } from './find-secrets.ts'

/** A key that only tests trust. */
const testKeys = new Set(['tests/stand-ins/push-service.key.pem'])

test('no file contains anything that looks like a secret', () => {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' }).stdout?.split('\0') ?? []
  const folders = `{${[...codeFolders, 'docs', 'messages', 'migrations'].join(',')}}/**/*`
  const files = listed.length > 1 ? listed : [...globSync(folders, { exclude: ['web/build/**'] }), ...globSync('*')]
  const texts = files.filter(
    (file) => /\.(ts|tsx|mjs|js|json|md|sql|css|ya?ml|pem|key|env|txt|csv|sh)$|^[.\w]+$/.test(file) && existsSync(file),
  )
  expect(texts.length).toBeGreaterThan(900)
  const found = texts.flatMap((file) => findSecrets(readOr(file)).map((name) => `${file}: ${name}`))
  expect(found.filter((line) => !testKeys.has(line.split(':')[0] ?? ''))).toEqual([])
})

test('no file is of a kind that stores secrets', () => {
  const secrets = globSync('{,*/,*/*/}{.env,.env.*,*.p12,*.pfx,id_rsa,id_ed25519,.netrc,.pgpass}', { exclude: ['node_modules/**'] })
  // Only defaults: tests/data/compose.test.ts.
  expect(secrets.filter((file) => file !== '.env.example')).toEqual([])
  for (const file of ['.gitignore', '.dockerignore']) expect(readFileSync(file, 'utf8'), file).toMatch(/^\.env$/m)
})

test.each([
  ['private key', `-----BEGIN PRIVATE KEY-----\n${'MIGHAgEAMBMGByqGSM49'.repeat(6)}`],
  ['AWS key', ['AKIA', 'JOSFODNN7WHATEVR'].join('')],
  ['Stripe key', ['sk', 'live', '51Habcdefghijklmnopq'].join('_')],
  ['Google key', `AI${'za'}${'x'.repeat(35)}`],
  ['GitHub token', `gh${'p_'}${'a1'.repeat(18)}`],
  ['npm token', `//packages.example/:_auth${'Token'}=abc`],
  ['signed token', [`ey${'J'}${'a'.repeat(20)}`, `ey${'J'}${'b'.repeat(20)}`, 'c'.repeat(30)].join('.')],
  ['password in an address', ['postgres://carte', 'a-real-password-1@db.example.com'].join(':')],
])('a %s is found', (name, text) => expect(findSecrets(`x = "${text}"`)).toContain(name))

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
