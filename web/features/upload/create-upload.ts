import { isRefused } from '#contract/api.ts'
import type { DraftPicture } from '#contract/cards/drafts.ts'
import type { Crop } from '#contract/media/upload-limits.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import type { Upload } from '../../platform/api/upload-picture.ts'
import { faultOfProblem, type UploadFault } from './faults.ts'
import { openFile, type OpenedFile } from './open-file.ts'

type Sent = { file: Blob; crop: Crop | null }

export type UploadState =
  | { step: 'idle' }
  | { step: 'opening' }
  | { step: 'cropping'; drawn: NonNullable<OpenedFile['drawn']>; file: Blob }
  | { step: 'sending'; share: number }
  | { step: 'failed'; fault: UploadFault; sent: Sent | null }
  | { step: 'done'; uploaded: Uploaded }

export type PictureUpload = {
  read(): UploadState
  watch(listener: () => void): () => void
  choose(file: File): Promise<void>
  send(sent: Sent): Promise<void>
  stop(): void
  /** Its field was left: what is on its way goes on, and what nobody can see any more is stopped. */
  leave(): void
}

/** What a draft says of a picture. */
export const pictureIn = ({ revision, width, height }: Uploaded): DraftPicture => ({ revision, width, height })

type Options = {
  upload: Upload
  open?: typeof openFile
}

/** A picture from being chosen to being stored. Until it is, the old one stays. It outlives the field that shows it. */
export function createUpload({ upload, open = openFile }: Options): PictureUpload {
  let state: UploadState = { step: 'idle' }
  let under: AbortController | null = null
  const listeners = new Set<() => void>()
  // Each upload has its own: one that ends must not end another's.
  const askFirst = (event: Event) => event.preventDefault()

  function change(next: UploadState) {
    // The page must not be closed over a picture that is on its way.
    if (next.step === 'sending') addEventListener('beforeunload', askFirst)
    else removeEventListener('beforeunload', askFirst)
    state = next
    for (const listener of listeners) listener()
  }

  function begin(): AbortSignal {
    under?.abort()
    under = new AbortController()
    return under.signal
  }

  async function choose(file: File) {
    const signal = begin()
    change({ step: 'opening' })
    const opened = await open(file).catch(() => ({ fault: { key: 'upload.unreadable', canRetry: false } as const }))
    if (signal.aborted) return
    if ('fault' in opened) return change({ step: 'failed', fault: opened.fault, sent: null })
    if (!opened.drawn) return send({ file: opened.file, crop: null })
    change({ step: 'cropping', drawn: opened.drawn, file: opened.file })
  }

  async function send(sent: Sent) {
    const signal = begin()
    change({ step: 'sending', share: 0 })
    try {
      const uploaded = await upload(sent, (share) => !signal.aborted && change({ step: 'sending', share }), signal)
      if (signal.aborted) return
      change({ step: 'done', uploaded })
    } catch (thrown) {
      if (signal.aborted) return
      if (!isRefused(thrown)) throw thrown
      change({ step: 'failed', fault: faultOfProblem(thrown.problem), sent })
    }
  }

  function stop() {
    under?.abort()
    change({ step: 'idle' })
  }

  return {
    read: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose,
    send,
    stop,
    leave() {
      if (state.step === 'opening' || state.step === 'cropping') stop()
    },
  }
}
