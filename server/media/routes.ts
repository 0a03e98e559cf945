import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { safeColor, drawInitials } from './rendered/draw-placeholder.ts'
import { serveFixedFormat, servePicture, type PictureDeps } from './serve-picture.ts'
import { rasterize } from './processing/rasterize-svg.ts'
import { uploadPicture, type UploadDeps } from './upload-picture.ts'

const defaultWidth = { profile: 440, card: 640, logo: 272, background: 1400 } as const
const iconPx = 192
const sharedPx = 220

type Deps = PictureDeps &
  UploadDeps & {
    /** Returns the id of the caller's card or throws; implemented by a later slice. */
    findOwnCard: (caller: Caller, alias: string) => Promise<string>
  }

export function mediaRoutes(deps: Deps) {
  type Sized = {
    params: { alias: string; version?: string | undefined }
    query: { w?: number | undefined }
    request: Request
  }
  const serveKind =
    (kind: keyof typeof defaultWidth) =>
    ({ params: { alias, version = '' }, query, request }: Sized) =>
      servePicture(deps, { alias, version, kind, request, width: query.w ?? defaultWidth[kind] })

  return {
    'media.profileImage': serveKind('profile'),
    'media.cardImage': serveKind('card'),
    'media.officeLogo': serveKind('logo'),
    'media.themedLogo': serveKind('logo'),
    'media.namedLogo': serveKind('logo'),
    'media.backgroundImage': serveKind('background'),

    'media.upload': async ({ params: { alias, kind }, query, input, caller }) =>
      uploadPicture(deps, {
        subjectId: await deps.findOwnCard(caller, alias),
        kind,
        bytes: Buffer.from(input.buffer, input.byteOffset, input.byteLength),
        crop: query.crop,
      }),
    'media.profileIcon': ({ params: { alias, version = '' }, request }) =>
      serveFixedFormat(
        deps,
        { alias, version, kind: 'profile', request },
        {
          wanted: ({ ground }) => ({ width: iconPx, format: 'png', square: { ground: safeColor(ground, '#ffffff') } }),
          draw: (sitter) => rasterize(drawInitials(sitter, iconPx), 'png', iconPx),
        },
      ),

    'media.profileImageResized': ({ params: { alias }, query: { h: height }, request }) =>
      serveFixedFormat(
        deps,
        { alias, version: '', kind: 'profile', request },
        {
          wanted: () => ({ width: sharedPx, format: 'jpeg', ...(height ? { height } : {}) }),
          draw: (sitter) => rasterize(drawInitials(sitter, sharedPx, height), 'jpeg', sharedPx),
        },
      ),
  } satisfies Partial<Handlers>
}
