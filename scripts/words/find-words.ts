import { allowedNames, allowedProse, type Allowed } from './allowed.ts'
import { splitSource } from './split-source.ts'
import { nameWords, proseWords, spellings } from './word-lists.ts'

/** A word to replace: where it is, in what (an identifier, a file's name, or text), and what to write instead. */
export type Finding = { file: string; line: number; kind: 'name' | 'text'; word: string; context: string; better: string }

const identifier = /[A-Za-z_$][\w$]*/g
const humps = /[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g
const spelling = wordPattern(Object.keys(spellings))
const prose = wordPattern(Object.keys(proseWords))
const nameSpellings: Record<string, string> = { ...spellings, ...nameWords }

/** What a file's path, names and texts have to replace. */
export function findWords(file: string, text: string): Finding[] {
  const found: Finding[] = wordsOfName(file, file.replace(/^.*\//, '')).map((finding) => ({ ...finding, line: 0 }))
  const add = (part: string, find: (part: string) => (Omit<Finding, 'line' | 'file'> & { index: number })[]) => {
    for (const { index, ...finding } of find(part)) found.push({ file, line: lineOf(text, index), ...finding })
  }
  if (file.endsWith('.md')) {
    add(text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, blank), (part) => [
      ...textIn(file, part, prose),
      ...textIn(file, part, spelling),
    ])
  } else if (file.endsWith('.json')) {
    add(text, (part) => [...textIn(file, part, prose), ...(file === 'messages/en-US.json' ? textIn(file, part, spelling) : [])])
  } else {
    const { code, comments, strings } = splitSource(text)
    add(code, (part) => namesIn(file, part))
    add(comments, (part) => [...textIn(file, part, prose), ...textIn(file, part, spelling)])
    add(strings, (part) => [...textIn(file, part, prose), ...textIn(file, part, spelling)])
  }
  return found
}

function namesIn(file: string, code: string) {
  return [...code.matchAll(identifier)].flatMap(({ 0: name, index }) => wordsOfName(file, name).map((finding) => ({ ...finding, index })))
}

function wordsOfName(file: string, name: string) {
  if (isAllowed(allowedNames, file, name)) return []
  return (name.match(humps) ?? []).flatMap((part) => {
    const word = part.toLowerCase()
    const better = Object.hasOwn(nameSpellings, word) ? nameSpellings[word] : undefined
    return better === undefined ? [] : [{ file, kind: 'name' as const, word, context: name, better }]
  })
}

function textIn(file: string, text: string, words: RegExp) {
  return [...text.matchAll(words)].flatMap(({ 0: found, index }) => {
    const word = found.toLowerCase().replaceAll(/\s+/g, ' ')
    const context = text
      .slice(Math.max(0, index - 30), index + found.length + 30)
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (isAllowed(allowedProse, file, context)) return []
    return [{ kind: 'text' as const, word, context, better: proseWords[word] ?? spellings[word] ?? '', index }]
  })
}

function isAllowed(list: Allowed[], file: string, text: string) {
  return list.some(({ name, in: folder = '' }) => file.startsWith(folder) && name.test(text))
}

function wordPattern(words: string[]) {
  return new RegExp(`(?<![\\w$-])(?:${words.join('|').replaceAll(' ', '\\s+')})(?![\\w$])`, 'gi')
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
