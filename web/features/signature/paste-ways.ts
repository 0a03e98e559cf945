import type { MessageKey } from '#common/messages/message.ts'

export type PasteWay = {
  id: string
  /** A name of its own in every language. */
  program: string
  parts: { title?: MessageKey; steps: MessageKey[] }[]
  note?: MessageKey
  isFile?: boolean
}

export const pasteWays: readonly PasteWay[] = [
  {
    id: 'gmail',
    program: 'Gmail',
    parts: [{ steps: ['signature.gmail1', 'signature.gmail2', 'signature.gmail3'] }],
    note: 'signature.gmailNote',
  },
  {
    id: 'outlook',
    program: 'Outlook',
    parts: [
      { title: 'signature.outlookNew', steps: ['signature.outlookNew1', 'signature.outlookNew2', 'signature.outlookNew3'] },
      { title: 'signature.outlookOld', steps: ['signature.outlookOld1', 'signature.outlookOld2', 'signature.outlookOld3'] },
    ],
    note: 'signature.outlookNote',
    isFile: true,
  },
  {
    id: 'apple',
    program: 'Apple Mail',
    parts: [
      { title: 'signature.appleMac', steps: ['signature.appleMac1', 'signature.appleMac2', 'signature.appleMac3'] },
      { title: 'signature.applePhone', steps: ['signature.applePhone1', 'signature.applePhone2', 'signature.applePhone3'] },
    ],
  },
]
