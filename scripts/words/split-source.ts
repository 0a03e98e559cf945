/** A source's code, comments and strings apart, each as long as the source: an offset in one is an offset in the file. */
type SplitSource = { code: string; comments: string; strings: string }

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y
const pattern = /\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const templateText = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y
/** After one of these a slash opens a regular expression; after anything else it divides, or closes an element. */
const beforePattern = /(?:[(,=:[!&|?;>]|\breturn|^)\s*$/

export function splitSource(source: string): SplitSource {
  const kinds = Array.from<keyof SplitSource>({ length: source.length }).fill('code')
  // Open braces within each hole of a template that encloses this place.
  const holes: number[] = []
  let at = 0

  const match = (shape: RegExp) => {
    shape.lastIndex = at
    return shape.exec(source)?.[0] ?? ''
  }
  const take = (length: number, kind: keyof SplitSource) => {
    kinds.fill(kind, at, at + length)
    at += Math.max(1, length)
  }
  const takeTemplateText = () => {
    const text = match(templateText)
    if (text.endsWith('${')) holes.push(0)
    take(text.length, 'strings')
  }

  while (at < source.length) {
    const character = source[at]
    const depth = holes.at(-1)
    if (source.startsWith('//', at)) take(indexOrEnd(source, '\n', at) - at, 'comments')
    else if (source.startsWith('/*', at)) take(indexOrEnd(source, '*/', at) + 2 - at, 'comments')
    else if (character === "'" || character === '"') take(match(quoted).length, 'strings')
    else if (character === '/' && beforePattern.test(source.slice(Math.max(0, at - 20), at))) take(match(pattern).length, 'strings')
    else if (character === '`') takeTemplateText()
    else if (character === '}' && depth === 0) {
      holes.pop()
      takeTemplateText()
    } else {
      if (depth !== undefined && character === '{') holes[holes.length - 1] = depth + 1
      if (depth !== undefined && character === '}') holes[holes.length - 1] = depth - 1
      at++
    }
  }

  const only = (kind: keyof SplitSource) =>
    source.replaceAll(/[^\n]/g, (character, index: number) => (kinds[index] === kind ? character : ' '))
  return { code: only('code'), comments: only('comments'), strings: only('strings') }
}

function indexOrEnd(text: string, part: string, from: number) {
  const index = text.indexOf(part, from)
  return index === -1 ? text.length : index
}
