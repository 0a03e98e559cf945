import { bioLink } from '#contract/text/bio.ts'

/** A stretch of pasted text, and how it looked. */
export type Run = { words: string; isBold: boolean; isItalic: boolean; href: string | null }

const inWord = /[\p{L}\p{N}]$/u
const beginsWord = /^[\p{L}\p{N}]/u
const aheadOfKernel = /^[\s*)\]}.,;:!?…]*/u
const behindKernel = /[\s*([{¿¡]/u

/** The runs of one line with a bio's marks. A mark that would not be read again is left out; its words never are. */
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

/** Put together at last: whoever looks at the end of what grows copies all of it each time. */
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
    const { ahead, said, behind } = kernelOf(words)
    const mark = '*'.repeat((first?.isBold ? 2 : 0) + (first?.isItalic ? 1 : 0))
    const last = (line.end() + ahead).slice(-2)
    const next = behind + (same[place + 1]?.[0]?.words ?? '')
    const isAmid = mark === '*' && (inWord.test(last) || beginsWord.test(next))
    line.add(mark && said && !isAmid && !last.endsWith('*') && !next.startsWith('*') ? ahead + mark + said + mark + behind : words)
  }
  return line.all()
}

/** What a mark may stand around begins and ends with something that is said. Seen from both ends: a search would begin anew at each. */
function kernelOf(words: string): { ahead: string; said: string; behind: string } {
  const from = aheadOfKernel.exec(words)?.[0].length ?? 0
  let to = words.length
  while (to > from && behindKernel.test(words.charAt(to - 1))) to--
  return { ahead: words.slice(0, from), said: words.slice(from, to), behind: words.slice(to) }
}

/** As it is read on a page: spaces and line ends in a row are one space, wherever a run ends. */
function collapse(runs: readonly Run[]): Run[] {
  let isSpaced = true
  return runs.flatMap((run) => {
    const words = run.words.replace(/[ \t\r\n\f\u00A0]{2,}|[\t\r\n\f]/g, ' ').replace(/^ /, isSpaced ? '' : ' ')
    if (words === '') return []
    isSpaced = words.endsWith(' ')
    return [{ ...run, words }]
  })
}

function grouped<T>(all: readonly T[], isSame: (a: T, b: T) => boolean): T[][] {
  const groups: T[][] = []
  for (const one of all) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && isSame(group[0], one)) group.push(one)
    else groups.push([one])
  }
  return groups
}

/** An address as it may stand in round brackets, or null. */
function addressOf(href: string | null | undefined): string | null {
  const address = bioLink(href ?? '')?.replace(/[\s()]/g, (one) => encodeURIComponent(one).replace('(', '%28').replace(')', '%29'))
  return address && address.length < 2000 ? address : null
}
