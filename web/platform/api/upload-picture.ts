import { pathTo } from '#common/path-to.ts'
import { isProblem, type ThrownProblem } from '#contract/api.ts'
import type { PictureKind } from '#contract/cards/drafts.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { spellPath } from '#contract/product.ts'
import { spellCrop, type Crop } from '#contract/media/upload-limits.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import { silentLogin } from '../login/silent-login.ts'

/** The server crops the original file. Progress runs from 0 to 1. Errors are thrown as data. */
export type Upload = (
  sent: { file: Blob; crop: Crop | null },
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Uploaded>

type Deps = { slug: string; alias: string; kind: PictureKind; login?: () => Promise<boolean> }

/** Uploads pictures of one kind for one card. On a 401 it tries one silent login. */
export function uploadPictureOf({ slug, alias, kind, login = silentLogin }: Deps): Upload {
  const path = spellPath(pathTo('media.upload', { alias, kind }), slug)
  return async ({ file, crop }, onProgress, signal) => {
    const send = () => post(crop ? `${path}?crop=${spellCrop(crop)}` : path, file, onProgress, signal)
    try {
      return await send()
    } catch (thrown) {
      const isSignedOut = isProblem(thrown) && thrown.problem.status === 401
      if (!isSignedOut || !(await login())) throw thrown
      return send()
    }
  }
}

/** XMLHttpRequest, because `fetch` reports no upload progress. */
function post(path: string, file: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const fail = (problem: ProblemBody) => reject({ problem } satisfies ThrownProblem)
    request.open('POST', path)
    request.setRequestHeader('x-csrf', '1')
    request.setRequestHeader('content-type', file.type.startsWith('image/') ? file.type : 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => (request.status === 200 ? resolve(request.response) : fail(problemIn(request)))
    request.onerror = () => fail({ type: '/problems/unavailable', status: 503, title: '' })
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', cancel)
    if (signal.aborted) return void reject(new DOMException('', 'AbortError'))
    signal.addEventListener('abort', cancel)
    request.send(file)
  })
}

const problemIn = ({ response, status }: XMLHttpRequest): ProblemBody =>
  typeof response?.type === 'string' ? response : { type: '/problems/unexpected', status, title: '' }
