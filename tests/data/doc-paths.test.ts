import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { codeFolders } from '../boundaries/code-folders.ts'

const read = (file: string) => readFileSync(file, 'utf8')
/** A superseded decision names what is gone. */
const documents = ['CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...globSync('docs/**/*.md')].filter(
  (file) => !/^(\*\*Superseded|The files are superseded)/m.test(read(file)),
)
const folders = [...codeFolders, 'docs', 'messages', 'migrations']
const files = globSync(`{${folders.join(',')}}/**/*.*`, { exclude: ['web/build/**'] })

/** Placeholder names of files. */
const examples = ['verb-noun.ts', 'messages/de.json']

/** Code spans that begin with a folder of this repository or end like a source file. */
const isPath = new RegExp(`^(?:(?:${folders.join('|')})/\\S+|[\\w./-]+\\.(?:tsx?|mjs|css))$`)
const pathsIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => isPath.test(code))
const linksIn = (text: string) => [...text.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)

function isThere(path: string): boolean {
  if (examples.includes(path)) return true
  if (/[*<{]/.test(path)) return globSync(path.replace(/<\w+>/g, '*')).length > 0
  return existsSync(path) || files.some((file) => file.endsWith(`/${path}`))
}

test('every file and folder that a document names exists', () => {
  expect(documents.flatMap((file) => pathsIn(read(file))).length).toBeGreaterThan(300)
  expect(documents.flatMap((file) => pathsIn(read(file)).flatMap((path) => (isThere(path) ? [] : `${file}: ${path}`)))).toEqual([])
})

test('every link between documents leads to a file', () => {
  const broken = (file: string) => linksIn(read(file)).filter((link) => !existsSync(join(dirname(file), link)))
  expect(documents.flatMap((file) => broken(file).map((link) => `${file}: ${link}`))).toEqual([])
})
