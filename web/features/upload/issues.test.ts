import { describe, expect, test } from 'vitest'
import { problems, type ProblemName } from '#contract/problem.ts'
import { typeOfFile } from '#common/picture-type.ts'
import { issueOfFile, issueOfProblem, issueOfSize } from './issues.ts'

const bytes = (text: string) => new Uint8Array([...text].map((letter) => letter.charCodeAt(0)))
const box = (brand: string, other = '') => bytes(`\0\0\0\u0014ftyp${brand}\0\0\0\0${other || brand}`)
const issueOf = (name: ProblemName, more: object = {}) =>
  issueOfProblem({ type: `/problems/${name}`, title: '', status: problems[name].status, ...more })

describe('the file type is detected from its first bytes', () => {
  test.each([
    ['jpeg', bytes('\u00ff\u00d8\u00ff\u00e0')],
    ['png', bytes('\u0089PNG\r\n')],
    ['webp', bytes('RIFF....WEBPVP8 ')],
    ['video', bytes('RIFF....AVI LIST')],
    ['gif', bytes('GIF89a')],
    ['tiff', bytes('II*\0')],
    ['avif', box('avif')],
    ['avif', box('mif1', 'avif')],
    ['heic', box('heic')],
    ['heic', box('mif1', 'heic')],
    ['video', box('qt  ')],
    ['pdf', bytes('%PDF-1.4')],
    ['zip', bytes('PK\u0003\u0004')],
    ['svg', bytes('<?xml version="1.0"?><svg>')],
    ['text', bytes('hello')],
    ['unknown', bytes('\u0001\u0002\u0003')],
    ['unknown', new Uint8Array()],
  ])('%s', (type, file) => {
    expect(typeOfFile(file)).toBe(type)
  })
})

describe('ACCOUNT-2 issues are found before the upload', () => {
  test.each([
    [{ size: 0 }, 'unknown', 'upload.empty'],
    [{ size: 16 * 1024 * 1024 }, 'jpeg', 'upload.tooLarge'],
    [{ size: 9 }, 'pdf', 'upload.isPdf'],
    [{ size: 9 }, 'svg', 'upload.isSvg'],
  ] as const)('%o of %s', (file, type, key) => {
    expect(issueOfFile(file, type)).toEqual({ key, canRetry: false })
  })

  test('a possible picture is sent, and HEIC is decoded first', () => {
    for (const type of ['jpeg', 'png', 'unknown', 'heic'] as const) expect(issueOfFile({ size: 9 }, type)).toBeNull()
  })

  test('pixels are counted', () => {
    expect(issueOfSize({ width: 8200, height: 5000 })?.key).toBe('upload.tooManyPixels')
    expect(issueOfSize({ width: 15, height: 900 })?.key).toBe('upload.tooSmall')
    expect(issueOfSize({ width: 8000, height: 5000 })).toBeNull()
  })
})

describe('upload errors', () => {
  test('can be retried if temporary, not if the file is invalid', () => {
    for (const name of ['unavailable', 'unexpected', 'too-many-requests', 'not-logged-in'] as const)
      expect(issueOf(name).canRetry, name).toBe(true)
    for (const name of ['picture-unreadable', 'body-too-large', 'card-not-found'] as const) expect(issueOf(name).canRetry, name).toBe(false)
  })

  test('name the file type if it is known', () => {
    expect(issueOf('picture-type-unsupported', { kind: 'heic' }).key).toBe('upload.isHeic')
    expect(issueOf('not-allowed').key).toBe('upload.failed')
  })
})
