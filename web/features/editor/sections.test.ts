import { expect, test } from 'vitest'
import { draftKeys } from '#contract/drafts.ts'
import { sectionNames, sections } from './sections.ts'

test.each(draftKeys)('DATA-1 %s is edited in exactly one section', (key) => {
  expect(sectionNames.filter((name) => sections[name].keys.test(key))).toHaveLength(1)
})
