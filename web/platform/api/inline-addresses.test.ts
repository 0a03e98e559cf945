import { build } from 'vite'
import { expect, test } from 'vitest'
import { inlineAddresses } from './inline-addresses.ts'

/** The script as built for browsers. */
async function bundled(script: string): Promise<string> {
  const entry = {
    name: 'given',
    resolveId: (id: string) => (id === '/web/given.js' ? id : null),
    load: (id: string) => (id === '/web/given.js' ? script : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, inlineAddresses()],
    build: { write: false, minify: false, rolldownOptions: { input: '/web/given.js' } },
  })
  const outputs = [built].flat() as { output: { code?: string }[] }[]
  return outputs.flatMap(({ output }) => output.map(({ code = '' }) => code)).join('')
}

test('a script carries the addresses of the calls it names, and no other', async () => {
  const code = await bundled(`globalThis.call('contacts.search', {}); globalThis.call('unknown.name')`)
  expect(code).toContain('"POST /remote/api/clients/connected-clients/search/:page/:pageSize/:tag"')
  expect(code).toContain('unknown.name')
  expect(code).not.toContain('cards.read')
})

test('a call whose name is not a literal fails the build', async () => {
  await expect(bundled(`import { pathTo } from '/common/path-to.ts'; pathTo(globalThis.name)`)).rejects.toThrow('Name the call')
})
