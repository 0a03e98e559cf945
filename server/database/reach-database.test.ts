import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { addressOf, queryRows, runSql } from '../../tests/harness/run-sql.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { freePort } from '../../tests/harness/site.ts'
import { PooledClient } from './client.ts'
import { openDatabase } from './database.ts'
import { findBinaries } from './embedded/binaries.ts'
import { choosePrivilege, handOver } from './embedded/run-unprivileged.ts'
import { reachDatabase } from './reach-database.ts'
import { tlsChoices } from './tls.ts'

const open = async (databaseUrl: string) => {
  await using database = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog)
  return (await database.pool.query<{ schema: string }>('select current_schema() as schema')).rows[0]?.schema
}

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carte-tls-'))
  const file = (name: string) => join(folder, name)
  const undo = new AsyncDisposableStack()
  let port: number
  let plain: string
  beforeAll(async () => {
    undo.defer(() => rmSync(folder, { recursive: true }))
    const make = (args: string) => execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' })
    for (const authority of ['ca', 'stranger'])
      make(`req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${authority} -keyout ${authority}.key -out ${authority}.pem`)
    make('req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr')
    writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
    make('x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem')
    handOver(choosePrivilege(), [folder, file('server.key'), file('server.pem')])
    port = await freePort()
    const settings = { ssl: 'on', ssl_cert_file: file('server.pem'), ssl_key_file: file('server.key') }
    undo.use(await startPostgres(await findBinaries(), { ...settings, listen_addresses: 'localhost', port: String(port) }))
    const plainPort = await freePort()
    undo.use(await startPostgres(await findBinaries(), { listen_addresses: '127.0.0.1', port: String(plainPort) }))
    plain = `postgres://carte@127.0.0.1:${plainPort}/postgres`
  })
  afterAll(() => undo.disposeAsync())

  async function isEncrypted(address: string) {
    const { connection } = await reachDatabase({ databaseUrl: address })
    return connection.ssl !== false
  }
  const at = (host: string, query: string) => `postgres://carte@${host}:${port}/postgres?${query}`

  test.each([
    ['127.0.0.1', 'sslmode=disable', false],
    ['127.0.0.1', 'sslmode=allow', false],
    ['127.0.0.1', 'sslmode=prefer', true],
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=ca.pem', true],
    ['127.0.0.1', 'sslmode=require&sslrootcert=ca.pem', true],
    ['localhost', 'sslmode=verify-full&sslrootcert=ca.pem', true],
  ])('%s with %s is encrypted: %s', async (host, query, encrypted) => {
    expect(await isEncrypted(at(host, query.replace('ca.pem', file('ca.pem'))))).toBe(encrypted)
  })

  test.each([
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=ca.pem', /do not agree on encryption.+altnames/],
    ['localhost', 'sslmode=verify-full', /do not agree on encryption/],
    ['localhost', 'sslmode=verify-full&sslrootcert=stranger.pem', /do not agree on encryption/],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=stranger.pem', /do not agree on encryption/],
    ['127.0.0.1', 'sslmode=verify-ca', /needs the authority’s certificate: add sslrootcert=FILE/],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=/nowhere.pem', /sslrootcert in DATABASE_URL names \/nowhere.pem.+ENOENT/],
    ['127.0.0.1', 'sslmode=require&sslrootcert=system', /sslrootcert=system in DATABASE_URL needs sslmode=verify-full, not “require”/],
    ['127.0.0.1', 'sslmode=always', /must be one of disable, allow.+not “always”/],
  ])('%s with %s is refused in one line', async (host, query, words) => {
    const address = at(
      host,
      query.replace(/(ca|stranger)\.pem/, (name) => file(name)),
    )
    const errorOf = await reachDatabase({ databaseUrl: address }).then(String, (error: Error) => error.message)
    expect(errorOf).toMatch(words)
    expect(errorOf).not.toContain('\n')
  })

  test('a server without TLS is used unencrypted only where that is allowed', async () => {
    expect(await isEncrypted(`${plain}?sslmode=prefer`)).toBe(false)
    await expect(isEncrypted(`${plain}?sslmode=require`)).rejects.toThrow('do not agree on encryption')
  })

  test('a statement is canceled at its limit through TLS too', async () => {
    const { connection } = await reachDatabase({ databaseUrl: at('127.0.0.1', 'sslmode=require') })
    const client = new PooledClient({ ...connection, statement_timeout: 100 })
    await client.connect()
    await expect(client.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
    await client.end()
  })
})

test.each([
  ['localhost,[::1],%2Frun', '', 'no'],
  ['localhost,db2', '', 'optional'],
  ['%2Frun,db2', '', 'optional'],
  ['%2Frun,db2', 'sslmode=require', 'always'],
])('TLS to the hosts %s with “%s”: %s', (hosts, query, expected) => {
  const uses = (choices: readonly { ssl?: unknown }[]) =>
    choices.every(({ ssl }) => ssl) ? 'always' : choices.some(({ ssl }) => ssl) ? 'optional' : 'no'
  const all = tlsChoices(`postgres://carte@${hosts}/carte?${query}`, 'DATABASE_URL')
  expect(all.map(uses)).toEqual(hosts.split(',').map(() => expected))
})

test('a socket’s address needs no host', async () => {
  const [admin = ''] = inject('postgres').nodes
  expect((await reachDatabase({ databaseUrl: admin.replace('@localhost/', '@/') })).direct).not.toBeNull()
})

describe('a role without privileges', () => {
  const name = `carte_role_${randomBytes(4).toString('hex')}`
  const [admin = ''] = inject('postgres').nodes
  const database = addressOf(admin, name)
  const asRole = () => {
    const url = new URL(addressOf(inject('postgres').server, name))
    url.username = name
    return url.href
  }
  const errorOf = () => open(asRole()).then(String, (error: Error) => error.message)
  beforeAll(async () => {
    await runSql(admin, `create role ${name} login nosuperuser nocreatedb nocreaterole`)
    await runSql(admin, `create database ${name}`)
  })
  afterAll(async () => {
    await runSql(admin, `drop database ${name} with (force)`)
    await runSql(admin, `drop role ${name}`)
  })

  test('reads what to grant, line by line, and migrates a schema of its own', async () => {
    expect(await errorOf()).toMatch(new RegExp(`^The role ${name} may not create tables\\. .+ grant create on schema public to ${name}$`))
    await runSql(database, `alter role ${name} in database ${name} set search_path = cards`)
    expect(await errorOf()).toMatch(/^No schema in the search_path of .+ create schema carte authorization/)
    await runSql(database, `create schema cards authorization ${name}`)
    expect(await errorOf()).toMatch(new RegExp(`may not create extensions and schemas\\. .+ grant create on database ${name} to ${name}$`))
    await runSql(database, 'create extension pg_trgm')
    await runSql(database, `grant create on database ${name} to ${name}`)
    expect(await errorOf()).toMatch(new RegExp(`outside the search_path\\. Run: alter role ${name} set search_path = cards, public$`))
    await runSql(database, `alter role ${name} in database ${name} set search_path = cards, public`)
    expect(await open(asRole())).toBe('cards')
    const tables = `select distinct schemaname as schema from pg_tables where schemaname in ('public', 'cards')`
    expect(await queryRows(database, tables)).toEqual([{ schema: 'cards' }])
  })

  test('is not given a second, empty installation when its search_path changes', async () => {
    await runSql(database, `alter role ${name} in database ${name} set search_path = public`)
    await runSql(database, `grant create on schema public to ${name}`)
    expect(await errorOf()).toMatch(/has a Carte in the schema cards, but the search_path of .+ begins with public/)
  })
})
