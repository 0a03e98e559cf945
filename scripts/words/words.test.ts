import { expect, test } from 'vitest'
import { findWords } from './find-words.ts'

const found = (file: string, text: string) => findWords(file, text).map(({ line, word }) => `${line} ${word}`)

test('finds private words in identifiers, by hump, and not in longer words', () => {
  expect(found('server/x.ts', 'const toldAt = 1\nconst household = toldAtOnce, stoldAt = 2')).toEqual(['1 told', '2 told'])
})

test('finds them in the holes of templates, and not in their text', () => {
  expect(found('server/x.ts', 'const a = `kept ${heardOf(`desk ${b}`)} kept`')).toEqual(['1 heard'])
})

test('finds prose words and British spellings in comments and strings only', () => {
  expect(found('server/x.ts', "// whoever\nconst colour = 'the centre of it' // the behaviour")).toEqual([
    '2 colour',
    '1 whoever',
    '2 behaviour',
    '2 centre',
  ])
})

test('a quote in a regular expression opens no string', () => {
  expect(found('server/x.ts', 'const a = /[\'"`]/.test(b)\nconst told = 1')).toEqual(['2 told'])
})

test('finds words in file names, and in documents outside of code', () => {
  expect(found('server/write-told.ts', '')).toEqual(['0 told'])
  expect(found('docs/x.md', 'Nobody calls `nobody` or [that](nobody.md).')).toEqual(['1 nobody'])
})
