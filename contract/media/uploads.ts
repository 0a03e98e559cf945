import { z } from 'zod'
import { Alias } from '../cards/cards.ts'
import { DraftPicture, pictureKinds } from '../cards/drafts.ts'
import { endpoint } from '../endpoint.ts'
import { uploadLimits } from './upload-limits.ts'

/** A piece of a picture in shares of it, as it stands upright. */
const Crop = z
  .string()
  .regex(/^(?:[01](?:\.\d{1,6})?,){3}[01](?:\.\d{1,6})?$/, 'Write a piece as x,y,width,height in shares from 0 to 1.')
  .transform((text) => {
    const [x = 0, y = 0, width = 1, height = 1] = text.split(',').map(Number)
    return { x, y, width, height }
  })
  .refine(({ x, y, width, height }) => width > 0 && height > 0 && x + width <= 1.00001 && y + height <= 1.00001, {
    message: 'This piece reaches beyond the picture.',
  })

export const Uploaded = DraftPicture.extend({
  colours: z.array(z.string()).max(6).describe('Those that stand out, the most telling first'),
  isAnimated: z.boolean().describe('It moved: only its first frame is kept'),
})
export type Uploaded = z.output<typeof Uploaded>

export const uploads = {
  'media.upload': endpoint('media.upload', {
    summary: 'Keeps a picture for one’s own card. Visitors see it once it is published. The body is the file itself.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 3600 },
    params: z.object({ alias: Alias, kind: z.enum(pictureKinds) }),
    query: z.object({ crop: Crop.optional().describe('x,y,width,height in shares of the upright picture') }),
    takes: { types: ['image/*', 'application/octet-stream'], bytesMax: uploadLimits.bytesMax },
    output: Uploaded,
    problems: [
      'not-signed-in',
      'card-not-found',
      'picture-type-unsupported',
      'picture-unreadable',
      'picture-too-many-pixels',
      'picture-too-small',
      'not-allowed',
    ],
  }),
}
