import { beforeEach, expect, test, vi } from 'vitest'
import type { Uploaded } from '#contract/media/uploads.ts'
import { createUpload } from './create-upload.ts'
import { eventually } from '../../../tests/harness/eventually.ts'

const uploaded: Uploaded = { revision: 'r2', width: 90, height: 60, isAnimated: false, colors: [] }
const page = new EventTarget()
/** True if the browser would ask before closing the page. */
const requests = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

function aWait() {
  const sent = Promise.withResolvers<Uploaded>()
  const upload = createUpload({
    upload: (_, __, signal) => {
      signal.addEventListener('abort', () => sent.reject(new DOMException('', 'AbortError')))
      return sent.promise
    },
    open: async (file) => ({ file, decoded: null }),
  })
  return { upload, sent }
}
const file = new File(['x'], 'me.jpg')

test('an upload continues when its field is closed, and the page asks before closing', async () => {
  const { upload, sent } = aWait()
  const done = upload.choose(file)
  await eventually(() => expect(upload.read().step).toBe('sending'))
  upload.leave()
  expect([upload.read().step, requests()]).toEqual(['sending', true])
  sent.resolve(uploaded)
  await done
  expect([upload.read(), requests()]).toEqual([{ step: 'done', uploaded }, false])
})

test('the page still asks while another upload is running', async () => {
  const [one, other] = [aWait(), aWait()]
  const done = one.upload.choose(file)
  const stopped = other.upload.choose(file)
  await eventually(() => expect([one.upload.read().step, other.upload.read().step]).toEqual(['sending', 'sending']))
  one.sent.resolve(uploaded)
  await done
  expect(requests()).toBe(true)
  other.upload.stop()
  await stopped
  expect(requests()).toBe(false)
})

test('a picture still being decoded is dropped with its field', () => {
  const { upload } = aWait()
  void upload.choose(file)
  upload.leave()
  expect([upload.read().step, requests()]).toEqual(['idle', false])
})

test('an error stays visible until the field is opened again', async () => {
  const { upload, sent } = aWait()
  const done = upload.choose(file)
  await eventually(() => expect(upload.read().step).toBe('sending'))
  upload.leave()
  sent.reject({ problem: { type: '/problems/unavailable', status: 503, title: '' } })
  await done
  expect([upload.read(), requests()]).toMatchObject([{ step: 'failed', issue: { key: 'upload.noAnswer', canRetry: true } }, false])
})
