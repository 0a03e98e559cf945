import { bioLink } from '#common/text/bio.ts'

/** A run of pasted text with its formatting. */
export type Run = { words: string; isBold: boolean; isItalic: boolean; href: string | null }

const inWord = /[\p{L}\p{N}]$/u
const beginsWord = /^[\p{L}\p{N}]/u
const aheadOfKernel = /^[\s*)\]}.,;:!?…]*/u
const behindKernel = /[\s*([{¿¡]/u

/** The runs of one line with a bio's marks. A mark that would not parse is left out; its text never is. */
export function writeMarks(runs: readonly Run[]): string {
  const line = aLine()
  for (const group of grouped(collapse(runs), (a, b) => a.href === b.href)) {
    const address = addressOf(group[0]?.href)
    const words = address
      ? stars(
          group.map((run) => ({ ...run, words: run.words.replace(/[[\]]/g, '') })),
          '[',
        )
      : stars(group, line.end())
    const inner = words.trim()
    line.add(address && inner ? words.replace(inner, () => `[${inner}](${address})`) : words)
  }
  return line.all().trim()
}

/** Joined once at the end: appending to a growing string would copy it each time. */
function aLine(end = '') {
  const pieces: string[] = []
  let last = end
  return {
    add(piece: string) {
      pieces.push(piece)
      last = (last + piece).slice(-2)
    },
    end: () => last,
    all: () => pieces.join(''),
  }
}

function stars(runs: readonly Run[], before: string): string {
  const same = grouped(runs, (a, b) => a.isBold === b.isBold && a.isItalic === b.isItalic)
  const line = aLine(before)
  for (const [place, group] of same.entries()) {
    const [first] = group
    const words = group.map((run) => run.words).join('')
    const { ahead, core, behind } = kernelOf(words)
    const mark = '*'.repeat((first?.isBold ? 2 : 0) + (first?.isItalic ? 1 : 0))
    const last = (line.end() + ahead).slice(-2)
    const next = behind + (same[place + 1]?.[0]?.words ?? '')
    const isAmid = mark === '*' && (inWord.test(last) || beginsWord.test(next))
    line.add(mark && core && !isAmid && !last.endsWith('*') && !next.startsWith('*') ? ahead + mark + core + mark + behind : words)
  }
  return line.all()
}

/** Marked text starts and ends with a word character. Scanned from both ends to stay linear. */
function kernelOf(words: string): { ahead: string; core: string; behind: string } {
  const from = aheadOfKernel.exec(words)?.[0].length ?? 0
  let to = words.length
  while (to > from && behindKernel.test(words.charAt(to - 1))) to--
  return { ahead: words.slice(0, from), core: words.slice(from, to), behind: words.slice(to) }
}

/** Collapses whitespace across runs, as in rendered HTML. */
function collapse(runs: readonly Run[]): Run[] {
  let isSpaced = true
  return runs.flatMap((run) => {
    const words = run.words.replace(/[ \t\r\n\f\u00A0]{2,}|[\t\r\n\f]/g, ' ').replace(/^ /, isSpaced ? '' : ' ')
    if (words === '') return []
    isSpaced = words.endsWith(' ')
    return [{ ...run, words }]
  })
}

function grouped<T>(all: readonly T[], deepEqual: (a: T, b: T) => boolean): T[][] {
  const groups: T[][] = []
  for (const one of all) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && deepEqual(group[0], one)) group.push(one)
    else groups.push([one])
  }
  return groups
}

/** An address that is safe in parentheses, or null. */
function addressOf(href: string | null | undefined): string | null {
  const address = bioLink(href ?? '')?.replace(/[\s()]/g, (one) => encodeURIComponent(one).replace('(', '%28').replace(')', '%29'))
  return address && address.length < 2000 ? address : null
}
