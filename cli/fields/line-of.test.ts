import { expect, test } from 'vitest'
import { lineOf } from './line-of.ts'

const text = `[
  {
    "storyId": "a\\"}b",
    "stories": [
      { "title": "x" },
      { "title": 7,
        "action": { "href": "javascript:x" } }
    ]
  }
]`

test.each([
  [[], 1],
  [[0], 2],
  [[0, 'storyId'], 3],
  [[0, 'stories', 1, 'title'], 6],
  [[0, 'stories', 1, 'action', 'href'], 7],
  // A missing member is reported where its parent begins.
  [[0, 'updateTitle'], 2],
  [[0, 'stories', 0, 'ground'], 5],
])('an error at %j is on line %i', (path, line) => {
  expect(lineOf(text, path)).toBe(line)
})
