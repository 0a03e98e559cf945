import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keysIn } from '../../build/split-messages.ts'

test('every message of the catalogs is used somewhere', () => {
  const keys = Object.keys(JSON.parse(readFileSync('messages/en-US.json', 'utf8')))
  const files = globSync('{common,contract,server,web}/**/*.{ts,tsx}', { exclude: ['web/build/**', '**/*.test.ts', '**/*.test.tsx'] })
  const used = new Set(files.flatMap((file) => [...keysIn(readFileSync(file, 'utf8'), keys)]))
  expect(keys.filter((key) => !used.has(key))).toEqual([])
})
