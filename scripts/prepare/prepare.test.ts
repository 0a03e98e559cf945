import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = join(import.meta.dirname, '../prepare.mjs')

/** Runs the first step of a start with this code before it. */
function prepare(fake: string, environment: NodeJS.ProcessEnv = {}) {
  const { DATABASE_URL: _, ...env } = process.env
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(fake)}`, script, '--quiet'],
    {
      encoding: 'utf8',
      env: { ...env, ...environment },
    },
  )
  return { status, error: stderr.trim() }
}
const onPlatform = (platform: string, arch: string) =>
  prepare(`Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } })`)
const withoutGlibc = `process.report.getReport = () => ({ header: {} }); Object.defineProperty(process, 'platform', { value: 'linux' })`

test.each([
  ['win32', 'x64', 'Start it in WSL or Docker.'],
  ['linux', 'ia32', 'Start it on one of these, or in Docker there.'],
  ['freebsd', 'x64', 'Start it on one of these, or in Docker there.'],
])('%s on %s is refused in one line', (platform, arch, hint) => {
  const error = `Carte runs on Linux and macOS, on x64 and arm64. This is ${platform}-${arch}. ${hint}`
  expect(onPlatform(platform, arch)).toEqual({ status: 1, error })
})

test('a Linux without glibc needs DATABASE_URL', () => {
  const { status, error } = prepare(withoutGlibc)
  expect(status).toBe(1)
  expect(error).toMatch(/^The embedded PostgreSQL needs glibc.+ or set DATABASE_URL\.$/)
  expect(prepare(withoutGlibc, { DATABASE_URL: 'postgres://db/carte' })).toEqual({ status: 0, error: '' })
})
