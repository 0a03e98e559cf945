import { globSync, readFileSync } from 'node:fs'
import { codeFolders } from '../../tests/boundaries/code-folders.ts'
import { findWords, type Finding } from './find-words.ts'

const sources = [`{${[...codeFolders, 'docs'].join(',')}}/**/*.{ts,tsx,mjs,css,md}`, '*.md', 'messages/en-US.json']
/** They list the words themselves. */
const lists = ['scripts/words/word-lists.ts', 'scripts/words/allowed.ts', 'scripts/words/words.test.ts']

/** Every word to replace, in the whole tree or under these paths. */
function checkWords(paths: string[] = []): Finding[] {
  return globSync(sources, { exclude: (path) => /(^|\/)node_modules$|^web\/build$/.test(path) })
    .toSorted()
    .filter((file) => !lists.includes(file) && (paths.length === 0 || paths.some((path) => file.startsWith(path))))
    .flatMap((file) => findWords(file, readFileSync(file, 'utf8')))
}

const wordLine = ({ file, line, word, better, context, kind }: Finding) =>
  `${file}:${line}: “${word}” ${kind === 'name' ? `in ${context}` : `(… ${context} …)`}: write ${better}`

if (import.meta.main) {
  const findings = checkWords(process.argv.slice(2))
  for (const finding of findings) console.log(wordLine(finding))
  if (findings.length > 0) {
    console.log(`${findings.length} words to replace. If one is right where it is, allow it in scripts/words/allowed.ts.`)
    process.exitCode = 1
  }
}
