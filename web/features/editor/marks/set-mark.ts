export type Place = { value: string; start: number; end: number }
export type MarkName = 'bold' | 'italic' | 'list' | 'link'

const stars = { bold: '**', italic: '*' } as const

/** Adds or removes a mark on the selection, and returns the text with its new selection. */
export function setMark(place: Place, mark: MarkName): Place {
  if (mark === 'list') return setList(place)
  return mark === 'link' ? setLink(place) : setStars(trimmed(place), stars[mark])
}

function setStars(place: Place, mark: string): Place {
  const { value, start, end } = place
  const selected = value.slice(start, end)
  // A mark ends with its line.
  if (selected.includes('\n')) return replaceText(place, setLines(selected, mark), 0)
  const size = mark.length
  // Of three asterisks two are bold and one is italic.
  const around = Math.min(/\*{0,3}$/.exec(value.slice(0, start))?.[0].length ?? 0, /^\*{0,3}/.exec(value.slice(end))?.[0].length ?? 0)
  if (around === size || around === 3)
    return { value: value.slice(0, start - size) + selected + value.slice(end + size), start: start - size, end: end - size }
  return isMarked(selected, size) ? replaceText(place, selected.slice(size, -size), 0) : replaceText(place, mark + selected + mark, size)
}

function isMarked(selected: string, size: number): boolean {
  const within = Math.min(/^\*{0,3}/.exec(selected)?.[0].length ?? 0, /\*{0,3}$/.exec(selected)?.[0].length ?? 0)
  return selected.length > 2 * within && (within === size || within === 3)
}

const wordsOfLine = /^([^\S\n\r\u2028\u2029]*(?:- +)?)(\S.*)$/gm

function setLines(selected: string, mark: string): string {
  const isAll = [...selected.matchAll(wordsOfLine)].every(([, , words = '']) => isMarked(words.trimEnd(), mark.length))
  const set = (words: string) => {
    if (isAll) return words.slice(mark.length, -mark.length)
    return isMarked(words, mark.length) ? words : mark + words + mark
  }
  return selected.replace(wordsOfLine, (_, before: string, words: string) => {
    const inner = words.trimEnd()
    return before + set(inner) + words.slice(inner.length)
  })
}

function setList({ value, start, end }: Place): Place {
  const from = value.slice(0, start).lastIndexOf('\n') + 1
  const to = value.indexOf('\n', end) < 0 ? value.length : value.indexOf('\n', end)
  const lines = value.slice(from, to).split('\n')
  const isList = lines.every((line) => line.trim() === '' || line.startsWith('- ')) && lines.some((line) => line.trim() !== '')
  const set = lines.map((line) =>
    isList ? line.replace(/^- /, '') : line.trim() === '' && lines.length > 1 ? line : line.replace(/^(- )?/, '- '),
  )
  const words = set.join('\n')
  const next = value.slice(0, from) + words + value.slice(to)
  const isCaret = start === end
  return {
    value: next,
    start: isCaret ? Math.max(from, start + words.length - (to - from)) : from,
    end: isCaret ? Math.max(from, end + words.length - (to - from)) : from + words.length,
  }
}

/** Selects the address for replacement; a selected address becomes the link's own. */
function setLink(place: Place): Place {
  const { value, start, end } = trimmed(place)
  const selected = value.slice(start, end).replace(/[[\]\n]/g, ' ')
  const isAddress = /^(https?:\/\/|mailto:|tel:)\S+$/i.test(selected)
  const address = isAddress ? selected : 'https://'
  const next = `${value.slice(0, start)}[${selected}](${address})${value.slice(end)}`
  if (isAddress || selected === '') return { value: next, start: start + 1, end: start + 1 + selected.length }
  return { value: next, start: start + selected.length + 3, end: start + selected.length + 3 + address.length }
}

/** Marks are never next to a space. */
function trimmed({ value, start, end }: Place): Place {
  const selected = value.slice(start, end)
  if (selected.trim() === '') return { value, start, end: start }
  return { value, start: start + selected.length - selected.trimStart().length, end: end - selected.length + selected.trimEnd().length }
}

const replaceText = ({ value, start, end }: Place, words: string, beside: number): Place => ({
  value: value.slice(0, start) + words + value.slice(end),
  start: start + beside,
  end: start + words.length - beside,
})
