import { expect, test } from 'vitest'
import { bundleOf } from '../tests/samples/bundle-of.ts'
import { inlineAddresses } from './inline-addresses.ts'

const bundled = async (script: string) => (await bundleOf({ '/web/page.js': script }, [inlineAddresses()])).map(({ code }) => code).join('')

test('a script carries the addresses of the calls it names, and no other', async () => {
  const code = await bundled(`globalThis.call('contacts.search', {}); globalThis.call('unknown.name')`)
  expect(code).toContain('"POST /remote/api/clients/connected-clients/search/:page/:pageSize/:tag"')
  expect(code).toContain('unknown.name')
  expect(code).not.toContain('cards.read')
})

test('a call whose name is not a literal fails the build', async () => {
  await expect(bundled(`import { pathTo } from '/common/path-to.ts'; pathTo(globalThis.name)`)).rejects.toThrow("Pass the call's name")
})
