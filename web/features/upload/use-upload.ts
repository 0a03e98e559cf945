import { useEffect, useRef, useState } from 'react'
import { isRefused } from '#contract/api.ts'
import type { Crop } from '#contract/upload-limits.ts'
import type { Uploaded } from '#contract/uploads.ts'
import type { Upload } from '../../platform/upload-picture.ts'
import { faultOfProblem, type UploadFault } from './faults.ts'
import { openFile, type OpenedFile } from './open-file.ts'

type Sent = { file: Blob; crop: Crop | null }

export type UploadState =
  | { step: 'idle' }
  | { step: 'opening' }
  | { step: 'cropping'; drawn: NonNullable<OpenedFile['drawn']>; file: Blob }
  | { step: 'sending'; share: number }
  | { step: 'failed'; fault: UploadFault; sent: Sent | null }
  | { step: 'done'; revision: string; isAnimated: boolean }

/** A picture from being chosen to being kept. Until it is, the old one stays. */
export function useUpload(upload: Upload, kept: (uploaded: Uploaded) => void) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const under = useRef<AbortController>(null)

  // What is kept is told to the page as it is by then, not as it was when the file was chosen.
  const newest = useRef({ upload, kept })
  useEffect(() => {
    newest.current = { upload, kept }
  })
  useEffect(() => () => under.current?.abort(), [])

  function begin(): AbortSignal {
    under.current?.abort()
    under.current = new AbortController()
    return under.current.signal
  }

  async function choose(file: Blob) {
    const signal = begin()
    setState({ step: 'opening' })
    const opened = await openFile(file).catch(() => ({ fault: { key: 'upload.unreadable', canRetry: false } as const }))
    if (signal.aborted) return
    if ('fault' in opened) return setState({ step: 'failed', fault: opened.fault, sent: null })
    if (!opened.drawn) return send({ file: opened.file, crop: null })
    setState({ step: 'cropping', drawn: opened.drawn, file: opened.file })
  }

  async function send(sent: Sent) {
    const signal = begin()
    setState({ step: 'sending', share: 0 })
    try {
      const uploaded = await newest.current.upload(sent, (share) => !signal.aborted && setState({ step: 'sending', share }), signal)
      if (signal.aborted) return
      setState({ step: 'done', revision: uploaded.revision, isAnimated: uploaded.isAnimated })
      newest.current.kept(uploaded)
    } catch (thrown) {
      if (signal.aborted) return
      if (!isRefused(thrown)) throw thrown
      setState({ step: 'failed', fault: faultOfProblem(thrown.problem), sent })
    }
  }

  function stop() {
    under.current?.abort()
    setState({ step: 'idle' })
  }

  return { state, choose, send, stop }
}
