import { cropSizeAt, type Size, type View } from './crop-math.ts'

type Frame = { left: number; top: number; width: number; height: number }

const airPx = 20

/** The largest frame of this aspect ratio on the stage, with a margin. */
export function frameOn(stage: Size, aspect: number): Frame {
  const width = Math.max(1, Math.min(stage.width - 2 * airPx, (stage.height - 2 * airPx) * aspect))
  const height = width / aspect
  return { left: (stage.width - width) / 2, top: (stage.height - height) / 2, width, height }
}

type Scene = { bitmap: ImageBitmap; size: Size; view: View; aspect: number; stage: Size; sharpness: number }

/** Draws the picture, dimmed outside the frame, with a rule-of-thirds grid. */
export function drawCrop(canvas: HTMLCanvasElement, { bitmap, size, view, aspect, stage, sharpness }: Scene) {
  canvas.width = Math.round(stage.width * sharpness)
  canvas.height = Math.round(stage.height * sharpness)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.scale(sharpness, sharpness)
  pen.imageSmoothingQuality = 'high'
  const frame = frameOn(stage, aspect)
  const scale = frame.width / cropSizeAt(size, aspect, view.zoom).width
  const [width, height] = [size.width * scale, size.height * scale]
  const middle = { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 }
  const draw = () => pen.drawImage(bitmap, middle.x - view.x * width, middle.y - view.y * height, width, height)

  pen.globalAlpha = 0.32
  draw()
  pen.globalAlpha = 1
  pen.save()
  pen.beginPath()
  pen.rect(frame.left, frame.top, frame.width, frame.height)
  pen.clip()
  drawGround(pen, frame)
  draw()
  pen.restore()
  drawLines(pen, frame)
}

/** A checkerboard behind transparent pixels. */
function drawGround(pen: CanvasRenderingContext2D, { left, top, width, height }: Frame) {
  const step = 10
  pen.fillStyle = '#f4f2ee'
  pen.fillRect(left, top, width, height)
  pen.fillStyle = '#dcd8d0'
  for (let y = 0; y < height; y += step)
    for (let x = (y / step) % 2 === 0 ? 0 : step; x < width; x += 2 * step) pen.fillRect(left + x, top + y, step, step)
}

function drawLines(pen: CanvasRenderingContext2D, { left, top, width, height }: Frame) {
  // Two strokes each, visible on light and dark.
  for (const [color, wide] of [
    ['rgb(0 0 0 / 0.2)', 2],
    ['rgb(255 255 255 / 0.6)', 1],
  ] as const) {
    pen.strokeStyle = color
    pen.lineWidth = wide
    pen.beginPath()
    for (const third of [1 / 3, 2 / 3]) {
      pen.moveTo(left + width * third, top)
      pen.lineTo(left + width * third, top + height)
      pen.moveTo(left, top + height * third)
      pen.lineTo(left + width, top + height * third)
    }
    pen.stroke()
    pen.lineWidth = wide + 1
    pen.strokeRect(left, top, width, height)
  }
}
