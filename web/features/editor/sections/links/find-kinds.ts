import type { Kind } from './paste-links.ts'

/** Spaces, marks and capitals make no other name: “linkedin” finds Linked In. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** What a service is also called. */
const alias: Readonly<Record<number, string>> = { 8: 'x', 33: 'bbb', 35: 'tik tok', 25: 'home value', 3: 'google maps' }

export function findKinds(kinds: readonly Kind[], asked: string): Kind[] {
  const wanted = plain(asked)
  if (wanted === '') return kinds.toSorted((a, b) => a.serviceName.localeCompare(b.serviceName))
  const rank = (kind: Kind) => {
    const names = [kind.serviceName, alias[kind.gradeServiceId] ?? ''].map(plain).filter(Boolean)
    if (names.some((name) => name.startsWith(wanted))) return 0
    return names.some((name) => name.includes(wanted)) ? 1 : 2
  }
  return kinds
    .map((kind) => ({ kind, rank: rank(kind) }))
    .filter((each) => each.rank < 2)
    .toSorted((a, b) => a.rank - b.rank || a.kind.serviceName.localeCompare(b.kind.serviceName))
    .map(({ kind }) => kind)
}
