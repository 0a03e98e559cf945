import { z } from 'zod'
import { Alias } from '../cards/cards.ts'
import { DraftPicture, pictureKinds } from '../cards/drafts.ts'
import { endpoint } from '../endpoint.ts'
import { uploadLimits } from './upload-limits.ts'
import { issueCode } from '../input-issues.ts'

/** A crop of the upright picture, in fractions of its width and height. */
const Crop = z
  .string()
  .regex(/^(?:[01](?:\.\d{1,6})?,){3}[01](?:\.\d{1,6})?$/, issueCode('cropInvalid'))
  .transform((text) => {
    const [x = 0, y = 0, width = 1, height = 1] = text.split(',').map(Number)
    return { x, y, width, height }
  })
  .refine(({ x, y, width, height }) => width > 0 && height > 0 && x + width <= 1.00001 && y + height <= 1.00001, {
    error: issueCode('cropOutside'),
  })

export const Uploaded = DraftPicture.extend({
  colors: z.array(z.string()).max(6).describe('Dominant colors, the most prominent first'),
  isAnimated: z.boolean().describe('The file was animated; only its first frame is stored'),
})
export type Uploaded = z.output<typeof Uploaded>

export const uploads = {
  'media.upload': endpoint('media.upload', {
    summary: 'Uploads an image for your card. Visitors see it once it’s published. The body is the file itself.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 3600 },
    params: z.object({ alias: Alias, kind: z.enum(pictureKinds) }),
    query: z.object({ crop: Crop.optional().describe('x,y,width,height in fractions of the upright picture') }),
    rawBody: { types: ['image/*', 'application/octet-stream'], bytesMax: uploadLimits.bytesMax },
    output: Uploaded,
    problems: [
      'not-logged-in',
      'card-not-found',
      'picture-type-unsupported',
      'picture-unreadable',
      'picture-too-many-pixels',
      'picture-too-small',
      'not-allowed',
    ],
  }),
}
