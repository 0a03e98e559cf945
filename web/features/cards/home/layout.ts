/** The four ways a card can be laid out. The owner's theme chooses by the word in its name. */
export type Layout = 'porch' | 'salon' | 'meridian' | 'atrium'

const layoutsByWord: readonly (readonly [string, Layout])[] = [
  ['elliman', 'salon'],
  ['compass', 'meridian'],
  ['exp', 'atrium'],
]

export function layoutOf(themeName: string): Layout {
  const name = themeName.toLowerCase()
  return layoutsByWord.find(([word]) => name.includes(word))?.[1] ?? 'porch'
}
