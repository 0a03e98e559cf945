import { expect, test } from 'vitest'
import { phoneAccess } from './phone-access.ts'

const at = (address: string, more = {}) => ({
  address,
  family: 'IPv4' as const,
  internal: false,
  netmask: '',
  mac: '',
  cidr: null,
  ...more,
})
const local = { host: 'localhost', port: 3000, publicUrl: 'http://localhost:3000' }
const address = 'http://192.168.1.23:3000'
const wired = { lo: [at('127.0.0.1', { internal: true })], eth0: [at('192.168.1.23')] }

test.each([
  ['this machine only', local, wired, { address, isOpen: false }],
  ['every address', { ...local, host: '0.0.0.0' }, wired, { address, isOpen: true }],
  ['a public address', { ...local, publicUrl: 'https://cards.example.com' }, wired, null],
  ['no network', local, { lo: wired.lo }, null],
])('phones and a server with %s', (_, settings, interfaces, access) => expect(phoneAccess(settings, interfaces)).toEqual(access))
