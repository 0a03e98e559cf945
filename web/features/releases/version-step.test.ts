import { expect, test } from 'vitest'
import { versionStep } from './version-step.ts'

test.each([
  ['1.2.3', '2.0.0', 'major'],
  ['1.2.3', '1.3.0', 'minor'],
  ['1.2.3', '1.2.4', 'patch'],
  ['1.9.0', '1.10.0', 'minor'],
  ['1.2.3', '2.0.0-beta.1', 'premajor'],
  ['1.2.3', '1.3.0-beta.1', 'preminor'],
  ['1.2.3', '1.2.4-beta.1', 'prepatch'],
  ['2.0.0-beta.1', '2.0.0-beta.2', 'prerelease'],
  ['2.0.0-beta.1', '2.0.0', 'major'],
  ['2.1.0-beta.1', '2.1.0', 'minor'],
  ['2.1.1-beta.1', '2.1.1', 'patch'],
])('VER-1 from %s to %s it is a %s', (from, to, step) => {
  expect(versionStep(from, to)).toBe(step)
})

test.each([
  ['1.2.3', '1.2.3'],
  ['1.2.3', '1.2.2'],
  ['2.0.0', '2.0.0-beta.1'],
  ['1.2.3', 'latest'],
  ['1.2.3', '2.0'],
  ['1.2.3', '99999999999.0.0'],
  ['', '2.0.0'],
])('VER-1 from %j to %j is no step', (from, to) => {
  expect(versionStep(from, to)).toBeNull()
})
