import { expect, test } from 'vitest'
import { bundleOf } from '../tests/samples/bundle-of.ts'
import { plainImports } from './plain-imports.ts'

test('lazy parts load through the import that retries', async () => {
  const files = { '/web/page.js': `globalThis.open = () => import('/web/part.js')`, '/web/part.js': `globalThis.part = true` }
  const [page] = await bundleOf(files, [plainImports()])
  expect(page?.code).toMatch(/open = \(\) => importWithRetry\(/)
  expect(page?.code).not.toContain('modulepreload')
})
