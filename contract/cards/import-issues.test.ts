import { expect, test } from 'vitest'
import { parseImportIssueMessage, importIssues, importIssueMessage, type ImportIssueName } from './import-issues.ts'

test('every import issue can be parsed back to its name and values', () => {
  for (const name of Object.keys(importIssues) as ImportIssueName[]) {
    const values = Object.fromEntries([...importIssues[name].matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, '200']))
    expect(parseImportIssueMessage(importIssueMessage(name, values))).toEqual({ name, values })
  }
  expect(parseImportIssueMessage('Some other message')).toBeNull()
})

test.each(['\n', '\u2028', '\u2029'])('a message with a line break (%j) in a column name can be parsed', (between) => {
  const values = { name: `Phone${between}at work` }
  expect(parseImportIssueMessage(importIssueMessage('fieldUnknown', values))).toEqual({ name: 'fieldUnknown', values })
})
