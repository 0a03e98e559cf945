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
  ['containers', local, { docker0: [at('172.17.0.1')], 'br-4f5e': [at('172.18.0.1')], ...wired }, { address, isOpen: false }],
  ['a virtual machine only', local, { virbr0: [at('192.168.122.1')], vmnet8: [at('192.168.9.1')] }, null],
  ['a tunnel', local, { tailscale0: [at('100.90.1.2')], utun3: [at('10.8.0.2')], ...wired }, { address, isOpen: false }],
  ['a tunnel only', local, { tailscale0: [at('100.90.1.2')] }, { address: 'http://100.90.1.2:3000', isOpen: false }],
  ['an address of no network', local, { eth1: [at('169.254.7.7')], ...wired }, { address, isOpen: false }],
])('phones and a server with %s', (_, settings, interfaces, access) => expect(phoneAccess(settings, () => interfaces)).toEqual(access))
