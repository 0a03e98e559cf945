import type { Dice } from './dice.ts'
import { shake } from './shake.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAKElEQVR4nGP8z8BANmAiX+uo5lHNo5pHNY9qHtU8qnlU86jmUc1U0AwAn0oBJzR4m7kAAAAASUVORK5CYII='
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const webp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'
const seeds = [png, gif, webp].map((text) => Buffer.from(text, 'base64'))
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.__ran=1" width="20" height="20"><script>1</script></svg>')

/** A file that was a picture, or says that it is one. */
export function aFileBody(dice: Dice): Buffer {
  const file = dice.one([...seeds, svg]) ?? svg
  return dice.chance(0.2) ? file : shake(file, dice)
}
