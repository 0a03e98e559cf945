import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { colour, drawInitials } from './drawn/draw-placeholder.ts'
import { giveFixed, givePicture, type PictureNeeds } from './give-picture.ts'
import { makePixels } from './reading/make-pixels.ts'
import { uploadPicture, type UploadNeeds } from './upload-picture.ts'

/** Where nobody asks for a width. */
const usualWidth = { profile: 440, card: 640, logo: 272, background: 1400 } as const
const iconPx = 192
const sharedPx = 220

type Needs = PictureNeeds &
  UploadNeeds & {
    /** The door to an owner's card, which a later slice keeps. Answers whose it is, or refuses. */
    findOwnCard: (caller: Caller, alias: string) => Promise<string>
  }

export function mediaRoutes(needs: Needs) {
  type Sized = {
    params: { alias: string; version?: string | undefined }
    query: { w?: number | undefined }
    request: Request
  }
  const give =
    (kind: keyof typeof usualWidth) =>
    ({ params: { alias, version = '' }, query, request }: Sized) =>
      givePicture(needs, { alias, version, kind, request, width: query.w ?? usualWidth[kind] })

  return {
    'media.profileImage': give('profile'),
    'media.cardImage': give('card'),
    'media.officeLogo': give('logo'),
    'media.themedLogo': give('logo'),
    'media.namedLogo': give('logo'),
    'media.backgroundImage': give('background'),

    'media.upload': async ({ params: { alias, kind }, query, input, caller }) =>
      uploadPicture(needs, {
        subjectId: await needs.findOwnCard(caller, alias),
        kind,
        bytes: Buffer.from(input.buffer, input.byteOffset, input.byteLength),
        crop: query.crop,
      }),
    'media.profileIcon': ({ params: { alias, version = '' }, request }) =>
      giveFixed(
        needs,
        { alias, version, kind: 'profile', request },
        {
          wanted: ({ ground }) => ({ width: iconPx, format: 'png', square: { ground: colour(ground, '#ffffff') } }),
          draw: (sitter) => makePixels(drawInitials(sitter, iconPx), 'png', iconPx),
        },
      ),

    'media.profileImageResized': ({ params: { alias }, query: { h: height }, request }) =>
      giveFixed(
        needs,
        { alias, version: '', kind: 'profile', request },
        {
          wanted: () => ({ width: sharedPx, format: 'jpeg', ...(height ? { height } : {}) }),
          draw: (sitter) => makePixels(drawInitials(sitter, sharedPx, height), 'jpeg', sharedPx),
        },
      ),
  } satisfies Partial<Handlers>
}
