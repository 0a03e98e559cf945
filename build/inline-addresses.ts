import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { addresses, type EndpointName } from '#contract/addresses.ts'

const table = fileURLToPath(new URL('../contract/addresses.ts', import.meta.url))
/** Only the client may pass a name on. */
const unnamed = /\b(pathTo|addressOf)\((?!\s*["'])/
const named = /\b(call|pathTo|addressOf)\(\s*(["'])(\w+\.\w+)\2/g

/** Inlines the address of each call into browser scripts, which then need no table of addresses. */
export function inlineAddresses(): Plugin {
  return {
    name: 'carte:addresses',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === table ? 'export const addresses = {}' : null),
    transform(code, id) {
      if (code.includes('/path-to.ts') && unnamed.test(code) && !id.endsWith('/api/client.ts'))
        this.error("Pass the call's name as a literal where its address is needed: pathTo('cards.read').")
      const inlined = code.replace(named, (all, call: string, _quote, name: string) =>
        isEndpoint(name) ? `${call}(${JSON.stringify(addresses[name])}` : all,
      )
      return inlined === code ? null : { code: inlined, map: null }
    },
  }
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(addresses, name)
