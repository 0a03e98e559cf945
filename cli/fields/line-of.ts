/** The line on which the value at a path begins. The text must be valid JSON. */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  return text.slice(0, startOf(text, path)).split('\n').length
}

function startOf(text: string, path: readonly PropertyKey[]): number {
  let at = blanksFrom(text, 0)
  for (const step of path) {
    const found = partOf(text, at, step)
    // A missing member is reported where its parent begins.
    if (found === null) return at
    at = found
  }
  return at
}

/** Where a member of the object or list at this offset begins. */
function partOf(text: string, open: number, step: PropertyKey): number | null {
  const isList = text[open] === '['
  if (!isList && text[open] !== '{') return null
  let at = blanksFrom(text, open + 1)
  for (let index = 0; text[at] !== ']' && text[at] !== '}'; index++) {
    let name: PropertyKey = index
    if (!isList) {
      const end = endOf(text, at)
      name = String(JSON.parse(text.slice(at, end)))
      at = blanksFrom(text, blanksFrom(text, end) + 1)
    }
    if (name === step) return at
    at = blanksFrom(text, endOf(text, at))
    if (text[at] === ',') at = blanksFrom(text, at + 1)
  }
  return null
}

function endOf(text: string, start: number): number {
  if (text[start] === '"') {
    let at = start + 1
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    return at + 1
  }
  if (text[start] !== '{' && text[start] !== '[') {
    let at = start
    while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at++
    return at
  }
  let at = start + 1
  for (let depth = 1; depth > 0;) {
    if (text[at] === '"') {
      at = endOf(text, at)
      continue
    }
    if (text[at] === '{' || text[at] === '[') depth++
    if (text[at] === '}' || text[at] === ']') depth--
    at++
  }
  return at
}

function blanksFrom(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  return at
}
