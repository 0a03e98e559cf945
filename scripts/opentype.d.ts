declare module 'opentype.js' {
  type Glyph = {
    index: number
    advanceWidth?: number
    getPath(x: number, y: number, size: number): { toPathData(decimals: number): string }
  }
  const opentype: { parse(bytes: ArrayBuffer): { unitsPerEm: number; charToGlyph(letter: string): Glyph } }
  export default opentype
}
