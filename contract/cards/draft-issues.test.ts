import { expect, test } from 'vitest'
import { draftIssues, parseIssueMessage, issueMessage, type DraftIssueName } from './draft-issues.ts'

test('every draft issue can be parsed back to its name and values', () => {
  for (const name of Object.keys(draftIssues) as DraftIssueName[]) {
    const values = Object.fromEntries([...draftIssues[name].matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, '200']))
    expect(parseIssueMessage(issueMessage(name, values))).toEqual({ name, values })
  }
  expect(parseIssueMessage('Some other message')).toBeNull()
})
