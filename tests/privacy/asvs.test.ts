import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/asvs.md', 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const [, from = '', to = from] = /^\| (\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))? \|/.exec(line) ?? []
  return from ? [{ line, from, to }] : []
})
const unused = [...(/^\*\*Not used\*\*.*$/m.exec(page)?.[0] ?? '').matchAll(/(\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))?/g)].map(
  ([, from = '', to = from]) => ({ from, to }),
)

/** The number of requirements of each section at levels 1 and 2, without those of level 3. */
const sections: Record<string, readonly [most: number, levelThree?: readonly number[]]> = {
  '1.1': [2],
  '1.2': [10, [10]],
  '1.3': [12, [12]],
  '1.4': [3],
  '1.5': [3, [3]],
  '2.1': [3],
  '2.2': [3],
  '2.3': [5, [5]],
  '2.4': [2, [2]],
  '3.2': [3, [3]],
  '3.3': [5, [5]],
  '3.4': [8, [7, 8]],
  '3.5': [8, [6, 7, 8]],
  '3.7': [5, [3, 4, 5]],
  '4.1': [5, [4, 5]],
  '4.2': [5, [2, 3, 4, 5]],
  '4.3': [2],
  '4.4': [4],
  '5.1': [1],
  '5.2': [6, [4, 5, 6]],
  '5.3': [3, [3]],
  '5.4': [3],
  '6.1': [3],
  '6.2': [12],
  '6.3': [8, [5, 6, 7, 8]],
  '6.4': [6, [5, 6]],
  '6.5': [8, [6, 7, 8]],
  '6.6': [4, [4]],
  '6.8': [4],
  '7.1': [3],
  '7.2': [4],
  '7.3': [2],
  '7.4': [5],
  '7.5': [3, [3]],
  '7.6': [2],
  '8.1': [4, [3, 4]],
  '8.2': [4, [4]],
  '8.3': [3, [2, 3]],
  '8.4': [2, [2]],
  '9.1': [3],
  '9.2': [4],
  '10.1': [2],
  '10.2': [3, [3]],
  '10.3': [5, [5]],
  '10.4': [16, [12, 13, 14, 15, 16]],
  '10.5': [5],
  '10.6': [2],
  '10.7': [3],
  '11.1': [4, [3, 4]],
  '11.2': [5, [4, 5]],
  '11.3': [5, [4, 5]],
  '11.4': [4],
  '11.5': [2, [2]],
  '11.6': [2, [2]],
  '12.1': [5, [4, 5]],
  '12.2': [2],
  '12.3': [5, [5]],
  '13.1': [4, [2, 3, 4]],
  '13.2': [6, [6]],
  '13.3': [4, [3, 4]],
  '13.4': [7, [6, 7]],
  '14.1': [2],
  '14.2': [8, [5, 6, 7, 8]],
  '14.3': [3],
  '15.1': [5, [4, 5]],
  '15.2': [5, [4, 5]],
  '15.3': [7],
  '16.1': [1],
  '16.2': [5],
  '16.3': [4],
  '16.4': [3],
  '16.5': [4, [4]],
  '17.1': [2, [2]],
  '17.2': [8, [5, 6, 7, 8]],
  '17.3': [2],
}

const wanted = Object.entries(sections).flatMap(([section, [most, three = []]]) =>
  Array.from({ length: most }, (_, at) => at + 1).flatMap((number) => (three.includes(number) ? [] : [`${section}.${number}`])),
)
const lastOf = (number: string) => Number(number.split('.').at(-1))
const listed = [...rows, ...unused].flatMap(({ from, to }) => {
  const section = from.split('.').slice(0, 2).join('.')
  return Array.from({ length: lastOf(to) - lastOf(from) + 1 }, (_, at) => `${section}.${lastOf(from) + at}`)
})

test('each requirement of levels 1 and 2 is in the map once', () => {
  expect(listed.toSorted()).toEqual(wanted.toSorted())
})

test('each has one of six states, and a reason if it is not met', () => {
  const states = /\| (met|reviewed|partly|not met|administrator|not applicable) \| (.*) \|$/
  expect(rows.filter(({ line }) => !states.test(line)).map(({ line }) => line)).toEqual([])
  const isBare = (line: string) => /\| (?:reviewed|partly|not met|administrator) \|\s*\|/.test(line)
  expect(rows.filter(({ line }) => isBare(line)).map(({ line }) => line)).toEqual([])
})

test('a met requirement names its test; a reviewed one names none', () => {
  const namesTest = (line: string) => /`[\w./-]+\.test\.ts`/.test(line)
  const isIn = (state: string) => rows.filter(({ line }) => line.includes(`| ${state} |`)).map(({ line }) => line)
  expect(isIn('met').length).toBeGreaterThan(100)
  expect(isIn('met').filter((line) => !namesTest(line))).toEqual([])
  expect(isIn('reviewed').filter(namesTest)).toEqual([])
})

test('each file it names exists', () => {
  const files = [...page.matchAll(/`((?:cli|common|contract|server|web|scripts|tests|migrations)\/[\w./-]+)`/g)].flatMap(
    ([, file = '']) => file,
  )
  expect(files.length).toBeGreaterThan(150)
  expect([...new Set(files)].filter((file) => !existsSync(file))).toEqual([])
})
