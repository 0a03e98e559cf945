import type { Dice } from './dice.ts'
import { pictures } from './pictures.ts'
import { shake } from './shake.ts'

const seeds = Object.values(pictures).map((text) => Buffer.from(text, 'base64'))
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.__ran=1" width="20" height="20"><script>1</script></svg>')

/** A file that was a picture, or says that it is one. */
export function aFileBody(dice: Dice): Buffer {
  const file = dice.one([...seeds, svg]) ?? svg
  return dice.chance(0.2) ? file : shake(file, dice)
}

export const aPicture = (dice: Dice): Buffer => dice.one(seeds) ?? svg
