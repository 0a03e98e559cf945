import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { UserError } from '#server/common/user-error.ts'
import { urlsPerHost } from './client.ts'

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
const loopback = /^(localhost|127\.[\d.]+|\[?::1\]?)$/
const unverified: ConnectionOptions = { rejectUnauthorized: false }

/**
 * Per host, the TLS options to try in turn. sslmode and sslrootcert mean what they mean to libpq; the driver interprets them differently.
 * Without either, encrypted if the server supports it, unless every host is this machine. `verify-full` without sslrootcert trusts the
 * public authorities.
 */
export function tlsChoices(databaseUrl: string, name: string): pg.ClientConfig[][] {
  const urls = urlsPerHost(databaseUrl).map((address) => parseAddress(address, name))
  const hosts = urls.map((url) => url.searchParams.get('host') ?? decodeURIComponent(url.hostname))
  const consumeParameter = (parameter: string) => {
    const value = urls[0]?.searchParams.get(parameter) ?? ''
    for (const url of urls) url.searchParams.delete(parameter)
    return value
  }
  const chosen = consumeParameter('sslmode') || byFlag(consumeParameter('ssl'))
  const [root = '', cert = '', key = ''] = ['sslrootcert', 'sslcert', 'sslkey'].map(consumeParameter)
  consumeParameter('uselibpqcompat')
  const isHere = hosts.every((host) => isSocket(host) || loopback.test(host))
  const wanted = chosen || (root ? 'verify-full' : isHere ? 'disable' : 'prefer')
  // The driver's name for encryption without verifying the server.
  const mode = wanted === 'no-verify' ? 'require' : modes.find((one) => one === wanted)
  if (!mode) throw new UserError(`sslmode in ${name} must be one of ${modes.join(', ')}, not “${wanted}”.`)
  if (mode === 'verify-ca' && !root)
    throw new UserError(`sslmode=verify-ca in ${name} needs the authority’s certificate: add sslrootcert=FILE, or use verify-full.`)
  if (root === 'system' && mode !== 'verify-full')
    throw new UserError(`sslrootcert=system in ${name} needs sslmode=verify-full, not “${mode}”.`)

  const read = (parameter: string, file: string) => (file === '' ? undefined : readPem(`${parameter} in ${name}`, file))
  const files = {
    ca: root === 'system' ? undefined : read('sslrootcert', root),
    cert: read('sslcert', cert),
    key: read('sslkey', key),
  }
  const present = Object.fromEntries(Object.entries(files).filter(([, pem]) => pem !== undefined))
  const choices = hosts.every(isSocket) ? [null] : choicesOf(mode, files.ca !== undefined)
  return urls.map(({ href }) => choices.map((tls) => ({ connectionString: href, ssl: tls !== null && { ...present, ...tls } })))
}

export function parseAddress(address: string, name: string): URL {
  // A socket's address may have no host: postgres://user@/database?host=/folder
  const whole = URL.canParse(address) ? address : address.replace('@/', '@localhost/')
  if (!URL.canParse(whole)) throw new UserError(`${name} must be an address such as postgres://user:password@host/database.`)
  return new URL(whole)
}

const isSocket = (host: string) => host.startsWith('/')

/** Null is no encryption. */
function choicesOf(mode: (typeof modes)[number], hasRoot: boolean): (ConnectionOptions | null)[] {
  if (mode === 'disable') return [null]
  if (mode === 'allow') return [null, unverified]
  if (mode === 'prefer') return [unverified, null]
  if (mode === 'verify-full') return [{}]
  // Accepts every server with a certificate of this authority, whatever its name.
  if (mode === 'verify-ca' || hasRoot) return [{ checkServerIdentity: () => undefined }]
  return [unverified]
}

/** `ssl=true`, as other drivers spell it. */
const byFlag = (flag: string) => (flag === '' ? '' : /^(true|1)$/.test(flag) ? 'verify-full' : flag === 'no-verify' ? flag : 'disable')

function readPem(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserError(`${what} names ${file}, which cannot be read (${error instanceof Error && 'code' in error ? error.code : error}).`)
  }
}
