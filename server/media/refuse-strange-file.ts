import { tellingBytes, takenTypes, typeOfFile, type FileType, type RefusedType } from '#contract/picture-type.ts'
import { problem } from '#server/http/problem.ts'

const helps: Record<RefusedType, string> = {
  heic: 'We can’t read iPhone HEIC photos. On your phone, choose “Most Compatible” under Settings, Camera, Formats, or send it as JPEG.',
  pdf: 'This is a PDF, not a picture. Save the page as PNG or JPEG and send that.',
  svg: 'This is an SVG drawing, which could run programs. Save it as PNG and send that.',
  video: 'This is a film. Send one picture of it, as JPEG or PNG.',
  zip: 'This is an archive. Unpack it and send one picture from it.',
  text: 'This is text in a picture’s clothes. Send a picture: JPEG, PNG or WebP.',
}

/** A file that we know and do not take, refused with what to do about it. What nobody knows is left to the decoder. */
export function refuseStrangeFile(bytes: Uint8Array): void {
  const type = typeOfFile(bytes.subarray(0, tellingBytes))
  if (isRefused(type)) throw problem('picture-type-unsupported', { detail: helps[type], said: { kind: type } })
}

const isRefused = (type: FileType): type is RefusedType => type !== 'unknown' && !takenTypes.some((taken) => taken === type)
