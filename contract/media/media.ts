import { z } from 'zod'
import { Alias } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { pictureWidths } from '../constants.ts'
import { signaturePortraitPx } from '../cards/drawing.ts'

const word = z.string().min(1).max(80)
const version = word.optional().describe('A revision; anything else, or none, serves the newest')

const ofCard = z.object({ alias: Alias, version })
const sized = z.object({ w: z.coerce.number().int().pipe(z.literal(pictureWidths)).optional() })

const raster = ['image/avif', 'image/webp', 'image/jpeg', 'image/png'] as const
const picture = { media: [...raster, 'image/svg+xml'] } as const

const cardPicture = { access: 'anyone', query: sized, output: picture, problems: ['card-not-found'] } as const

export const media = {
  'media.cardImage': endpoint('media.cardImage', {
    ...cardPicture,
    summary: 'Returns the image for shared links to the card.',
    params: ofCard,
  }),
  'media.officeLogo': endpoint('media.officeLogo', {
    ...cardPicture,
    summary: 'Returns the company’s logo, or its name as an image.',
    params: ofCard,
  }),
  'media.profileImage': endpoint('media.profileImage', {
    ...cardPicture,
    summary: 'Returns the portrait, or the initials as an image.',
    params: ofCard,
  }),
  'media.themedLogo': endpoint('media.themedLogo', {
    ...cardPicture,
    summary: 'Returns the logo for a theme.',
    params: ofCard.extend({ theme: word }),
  }),
  'media.namedLogo': endpoint('media.namedLogo', {
    ...cardPicture,
    summary: 'Returns a named logo for a theme.',
    params: ofCard.extend({ logoImage: word, theme: word }),
  }),
  'media.backgroundImage': endpoint('media.backgroundImage', {
    ...cardPicture,
    summary: 'Returns the card’s background image, or a plain band.',
    params: ofCard.extend({ image: word, theme: word }),
  }),
  'media.profileIcon': endpoint('media.profileIcon', {
    summary: 'Returns the portrait as a square, maskable 192-pixel icon.',
    access: 'anyone',
    params: ofCard,
    output: { media: ['image/png'] },
    problems: ['card-not-found'],
  }),
  'media.profileImageResized': endpoint('media.profileImageResized', {
    summary:
      'Returns the portrait at 220 pixels wide for sharing. With a height it’s cropped, so an email’s layout stays when the photo changes.',
    access: 'anyone',
    params: z.object({ alias: Alias }),
    query: z.object({ h: z.coerce.number().pipe(z.literal(signaturePortraitPx.height)).optional() }),
    output: { media: ['image/jpeg', 'image/png'] },
    problems: ['card-not-found'],
  }),
}
