import type { PictureKind } from '#contract/cards/drafts.ts'
import { held, viewOf, type Size, type View } from './crop-math.ts'
import { withoutBorder } from './trim-border.ts'

export type Cut = { name: 'whole' | 'trimmed' | 'square'; aspect: number; view: View }

/** The shape a picture is shown in; a logo keeps its own. */
const shapes: Record<PictureKind, number | null> = { profile: 1, cutout: 1, card: 1, background: 27 / 10, logo: null }

/** Faces are near the top of a portrait. */
const face = { x: 0.5, y: 0.4, zoom: 1 }
const middle = { x: 0.5, y: 0.5, zoom: 1 }

/** The ways to cut this picture, the most fitting first. */
export function cutsOf(kind: PictureKind, size: Size, pixels: () => ImageData | null): [Cut, ...Cut[]] {
  const square = { name: 'square', aspect: 1, view: held(kind === 'logo' ? middle : face, size, 1) } as const
  const shape = shapes[kind]
  if (shape === 1) return [square]
  if (shape) return [{ name: 'whole', aspect: shape, view: held(middle, size, shape) }]
  const whole = { name: 'whole', aspect: size.width / size.height, view: middle } as const
  const data = pixels()
  const trimmed = data && withoutBorder(data)
  return trimmed ? [{ name: 'trimmed', ...viewOf(trimmed, size) }, whole, square] : [whole, square]
}
