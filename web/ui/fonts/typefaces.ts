const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step)).join('')

const ascii = between(0x20, 0x7e)
const punctuation = '\u00a0¡¿«»©®°·£€–—‘’“”„•…™→'
const letters = between(0xc0, 0xd6) + between(0xd8, 0xf6) + between(0xf8, 0xff) + 'ŒœıŸ'
const oftenUsed = 'ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜàâäçèéêëîïôöùûüáíóúñÁÍÓÚÑãõßæøåÆØÅŒœ'
const extended = between(0x100, 0x151) + between(0x154, 0x177) + between(0x179, 0x17f) + 'ȘșȚț'

/** The letters of English and French taglines and names, in one file, so that no word renders in two steps. */
const inVoice = between(0x20, 0x5a) + between(0x61, 0x7a) + '\u00a0·–—‘’“”…ÀÉàâçèéêëîïôùûüœ'
const beside = [...(ascii + punctuation + oftenUsed)].filter((letter) => !inVoice.includes(letter)).join('')
const mailbox = [...ascii].filter((letter) => /[\w@.+-]/.test(letter)).join('')

const sansFile = 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2'
const serifFile = 'newsreader/files/newsreader-latin-standard-normal.woff2'
const italicFile = 'newsreader/files/newsreader-latin-standard-italic.woff2'
const wide = { wdth: 100 }
const serif = { opsz: 40, wght: { min: 300, max: 400 } }
const italic = { opsz: 24, wght: 400 }

/**
 * The two typefaces, subset to the letters in use. Newsreader has a fixed optical size: names are large, text is read at arm's
 * length. The width axis is half of Instrument Sans's size, and only a long email address on a small screen needs it: the narrow
 * widths are a separate file with the letters of an address.
 */
export const typefaces = [
  { file: 'sans', from: sansFile, text: ascii + punctuation + letters, axes: wide },
  { file: 'sans-ext', from: 'instrument-sans/files/instrument-sans-latin-ext-standard-normal.woff2', text: extended, axes: wide },
  { file: 'sans-narrow', from: sansFile, text: mailbox, axes: { wght: 500, wdth: { min: 75, max: 88 } } },
  { file: 'serif', from: serifFile, text: inVoice, axes: serif },
  { file: 'serif-more', from: serifFile, text: beside, axes: serif },
  { file: 'serif-ext', from: 'newsreader/files/newsreader-latin-ext-standard-normal.woff2', text: extended, axes: serif },
  { file: 'serif-italic', from: italicFile, text: inVoice, axes: italic },
  { file: 'serif-italic-more', from: italicFile, text: beside, axes: italic },
  { file: 'serif-italic-ext', from: 'newsreader/files/newsreader-latin-ext-standard-italic.woff2', text: extended, axes: italic },
] as const

/**
 * What a subset retains besides its glyphs. GDEF only says how kerning varies with the weight and is a quarter of a file: without it,
 * all weights use the regular weight's kerning.
 */
export const subsetOptions = {
  keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'lnum', 'tnum'],
  dropTables: ['GDEF', 'STAT'],
  noHinting: true,
}
