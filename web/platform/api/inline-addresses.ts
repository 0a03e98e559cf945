import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { addresses, type EndpointName } from '#contract/addresses.ts'

const table = fileURLToPath(new URL('../../../contract/addresses.ts', import.meta.url))
const named = /\b(call|pathTo|addressOf)\(\s*(["'])(\w+\.\w+)\2/g

/** Writes the address of a call where a browser's script names it: each script carries the addresses it calls, and none the table. */
export function inlineAddresses(): Plugin {
  return {
    name: 'carte:addresses',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === table ? 'export const addresses = {}' : null),
    transform(code) {
      const inlined = code.replace(named, (all, call: string, _quote, name: string) =>
        isEndpoint(name) ? `${call}(${JSON.stringify(addresses[name])}` : all,
      )
      return inlined === code ? null : { code: inlined, map: null }
    },
  }
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(addresses, name)
