import { expect, test } from 'vitest'
import { findKinds } from './choose-service.tsx'

const kinds = [
  { gradeServiceId: 7, serviceName: 'Linked In', capabilities: 25 },
  { gradeServiceId: 8, serviceName: 'X', capabilities: 25 },
  { gradeServiceId: 33, serviceName: 'Better Business Bureau', capabilities: 4 },
  { gradeServiceId: 6, serviceName: 'Instagram', capabilities: 25 },
]
const names = (query: string) => findKinds(kinds, query).map(({ serviceName }) => serviceName)

test.each([
  ['linkedin', ['Linked In']],
  ['X', ['X']],
  ['twitter', ['X']],
  ['bbb', ['Better Business Bureau']],
  ['in', ['Instagram', 'Better Business Bureau', 'Linked In']],
  ['nothing like it', []],
])('a service is found as people write it: %s', (query, found) => {
  expect(names(query)).toEqual(found)
})

test('an empty search lists all services by name', () => {
  expect(names('  ')).toEqual(['Better Business Bureau', 'Instagram', 'Linked In', 'X'])
})
