const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step)).join('')

const ascii = between(0x20, 0x7e)
const punctuation = '\u00a0¡¿«»©®°·£€–—‘’“”„•…™→'
const letters = between(0xc0, 0xd6) + between(0xd8, 0xf6) + between(0xf8, 0xff) + 'ŒœıŸ'
const oftenUsed = 'ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜàâäçèéêëîïôöùûüáíóúñÁÍÓÚÑãõßæøåÆØÅŒœ'
const extended = between(0x100, 0x151) + between(0x154, 0x177) + between(0x179, 0x17f) + 'ȘșȚț'

/** The two typefaces, cut to the letters we need. Newsreader stands at one optical size: names are large, lines are read at arm's length. */
export const typefaces = [
  { file: 'sans', from: 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2', text: ascii + punctuation + letters },
  { file: 'sans-ext', from: 'instrument-sans/files/instrument-sans-latin-ext-standard-normal.woff2', text: extended },
  {
    file: 'serif',
    from: 'newsreader/files/newsreader-latin-standard-normal.woff2',
    text: ascii + punctuation + oftenUsed,
    axes: { opsz: 40, wght: { min: 300, max: 400 } },
  },
  {
    file: 'serif-ext',
    from: 'newsreader/files/newsreader-latin-ext-standard-normal.woff2',
    text: extended,
    axes: { opsz: 40, wght: { min: 300, max: 400 } },
  },
  {
    file: 'serif-italic',
    from: 'newsreader/files/newsreader-latin-standard-italic.woff2',
    text: ascii + punctuation + oftenUsed,
    axes: { opsz: 24, wght: 400 },
  },
  {
    file: 'serif-italic-ext',
    from: 'newsreader/files/newsreader-latin-ext-standard-italic.woff2',
    text: extended,
    axes: { opsz: 24, wght: 400 },
  },
] as const
