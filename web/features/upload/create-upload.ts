import { isProblem } from '#contract/api.ts'
import type { DraftPicture } from '#contract/cards/drafts.ts'
import type { Crop } from '#contract/media/upload-limits.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import type { Upload } from '../../platform/api/upload-picture.ts'
import { issueOfProblem, type UploadIssue } from './issues.ts'
import { openFile, type OpenedFile } from './open-file.ts'

type Sent = { file: Blob; crop: Crop | null }

export type UploadState =
  | { step: 'idle' }
  | { step: 'opening' }
  | { step: 'cropping'; decoded: NonNullable<OpenedFile['decoded']>; file: Blob }
  | { step: 'sending'; share: number }
  | { step: 'failed'; issue: UploadIssue; sent: Sent | null }
  | { step: 'done'; uploaded: Uploaded }

export type PictureUpload = {
  read(): UploadState
  watch(listener: () => void): () => void
  choose(file: File): Promise<void>
  send(sent: Sent): Promise<void>
  stop(): void
  /** The field was closed: an upload continues, opening and cropping stop. */
  leave(): void
}

/** A picture as the draft stores it. */
export const pictureIn = ({ revision, width, height }: Uploaded): DraftPicture => ({ revision, width, height })

type Options = {
  upload: Upload
  open?: typeof openFile
}

/** A picture from choosing to storing. The old one stays until then. It outlives its field. */
export function createUpload({ upload, open = openFile }: Options): PictureUpload {
  let state: UploadState = { step: 'idle' }
  let under: AbortController | null = null
  const listeners = new Set<() => void>()
  // Each upload has its own handler, so that one does not remove another's.
  const askFirst = (event: Event) => event.preventDefault()

  function change(next: UploadState) {
    // Ask before the page is closed during an upload.
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
    const opened = await open(file).catch(() => ({ issue: { key: 'upload.unreadable', canRetry: false } as const }))
    if (signal.aborted) return
    if ('issue' in opened) return change({ step: 'failed', issue: opened.issue, sent: null })
    if (!opened.decoded) return send({ file: opened.file, crop: null })
    change({ step: 'cropping', decoded: opened.decoded, file: opened.file })
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
      if (!isProblem(thrown)) throw thrown
      change({ step: 'failed', issue: issueOfProblem(thrown.problem), sent })
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
