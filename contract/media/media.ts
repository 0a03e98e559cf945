import { z } from 'zod'
import { Alias } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { pictureWidths } from '../constants.ts'
import { signaturePortraitPx } from '../cards/drawing.ts'

const word = z.string().min(1).max(80)
const version = word.optional().describe('A revision; the newest for any other word, and where it is left out')

const ofCard = z.object({ alias: Alias, version })
const sized = z.object({ w: z.coerce.number().int().pipe(z.literal(pictureWidths)).optional() })

const raster = ['image/avif', 'image/webp', 'image/jpeg', 'image/png'] as const
const picture = { media: [...raster, 'image/svg+xml'] } as const

const promise = { access: 'anyone', query: sized, output: picture, problems: ['card-not-found'] } as const

export const media = {
  'media.cardImage': endpoint('media.cardImage', { ...promise, summary: 'The picture a shared card is shown with.', params: ofCard }),
  'media.officeLogo': endpoint('media.officeLogo', {
    ...promise,
    summary: 'The company’s logo; its name, drawn, where there is none.',
    params: ofCard,
  }),
  'media.profileImage': endpoint('media.profileImage', {
    ...promise,
    summary: 'The portrait; drawn initials where there is none.',
    params: ofCard,
  }),
  'media.themedLogo': endpoint('media.themedLogo', {
    ...promise,
    summary: 'The logo for a theme.',
    params: ofCard.extend({ theme: word }),
  }),
  'media.namedLogo': endpoint('media.namedLogo', {
    ...promise,
    summary: 'A logo by name, for a theme.',
    params: ofCard.extend({ logoImage: word, theme: word }),
  }),
  'media.backgroundImage': endpoint('media.backgroundImage', {
    ...promise,
    summary: 'The scene behind the card; a plain band where there is none.',
    params: ofCard.extend({ image: word, theme: word }),
  }),
  'media.profileIcon': endpoint('media.profileIcon', {
    summary: 'The portrait as a square icon of 192 that bears being masked.',
    access: 'anyone',
    params: ofCard,
    output: { media: ['image/png'] },
    problems: ['card-not-found'],
  }),
  'media.profileImageResized': endpoint('media.profileImageResized', {
    summary: 'The portrait, 220 wide, for sharing. With a height it is cropped to that: a mail keeps its shape when the photo changes.',
    access: 'anyone',
    params: z.object({ alias: Alias }),
    query: z.object({ h: z.coerce.number().pipe(z.literal(signaturePortraitPx.height)).optional() }),
    output: { media: ['image/jpeg', 'image/png'] },
    problems: ['card-not-found'],
  }),
}
