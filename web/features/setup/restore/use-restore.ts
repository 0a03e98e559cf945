import { useEffect, useRef, useState } from 'react'
import { isProblem } from '#contract/api.ts'
import type { RestoreIssue } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { codeInAddress } from '../../../platform/login/setup-code.ts'
import { inspectFile, restoreCalls, uploadParts } from './restore-client.ts'

const pollMs = 1000
/** A restart, or a moment without a connection, takes less. */
const failedPollsMax = 10

/** `uploadId` is set once the upload has begun. */
type ChosenFile = { file: File; isSealed: boolean; uploadId?: string }
/** `lost`: no connection. `often`: rate limited. `ended`: the setup link no longer works. */
export type PageIssue = RestoreIssue | 'lost' | 'often' | 'ended' | null

const isWorking = ({ state }: RestoreState) => state === 'checking' || state === 'restoring'

function issueOf(thrown: unknown): PageIssue {
  const status = isProblem(thrown) ? thrown.problem.status : null
  if (status === 410) return 'ended'
  if (status === 429) return 'often'
  // From 502 on, a proxy got no answer. A call without any counts as 503.
  return status === null || status >= 502 ? 'lost' : 'failed'
}

/** The restore as the server has it, and what a person can do with it. The setup code is in the address. */
export function useRestore() {
  const [code, setCode] = useState<string | null>(null)
  const [state, setState] = useState<RestoreState | null>(null)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [issue, setIssue] = useState<PageIssue>(null)
  const [isBusy, setBusy] = useState(false)
  const [waitSeconds, setWaitSeconds] = useState(0)
  const [failedPolls, setFailedPolls] = useState(0)
  const uploading = useRef<AbortController>(null)
  /** Counts the actions. Only the newest one's outcome is shown. */
  const newest = useRef(0)

  function show(next: RestoreState) {
    setState(next)
    setIssue(next.issue)
  }

  async function act(work: () => Promise<RestoreState | null>) {
    const own = ++newest.current
    const isNewest = () => own === newest.current
    setBusy(true)
    setIssue(null)
    try {
      const next = await work()
      if (next && isNewest()) show(next)
    } catch (thrown) {
      if (isNewest()) setIssue(issueOf(thrown))
    } finally {
      if (isNewest()) setBusy(false)
    }
  }

  useEffect(() => {
    const read = () => {
      const found = codeInAddress()
      // The skip link changes the fragment, too.
      setCode((known) => found ?? known ?? '')
      if (found) void act(() => restoreCalls.read(found))
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  // Polls a second after each response. A response overtaken by an action is dropped: after a cancel, the upload is missing.
  useEffect(() => {
    if (!state || !isWorking(state) || !code || isBusy) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      try {
        const next = await restoreCalls.read(code, state.id)
        if (!isCurrent) return
        show(next)
        setFailedPolls(0)
      } catch (thrown) {
        if (!isCurrent) return
        const found = issueOf(thrown)
        if (found === 'ended') return setIssue(found)
        setFailedPolls(failedPolls + 1)
        // The check or restore may still be running, so this is no failure.
        if (failedPolls + 1 >= failedPollsMax) setIssue(found === 'failed' ? 'lost' : found)
      }
    }, pollMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [state, code, isBusy, failedPolls])

  const setupCode = code ?? ''
  const id = state?.id ?? ''
  return {
    code,
    state,
    chosen,
    issue,
    isBusy,
    waitSeconds,
    async choose(file: File | undefined) {
      if (!file) return setChosen(null)
      const { isBackup, isSealed } = await inspectFile(file).catch(() => ({ isBackup: false, isSealed: false }))
      setChosen({ file, isSealed })
      setIssue(isBackup ? null : 'not-a-backup')
    },
    /** Uploads what is not there yet of the chosen file, and checks it. */
    check: (passphrase: string) =>
      act(async () => {
        if (!chosen) return id ? restoreCalls.check(setupCode, id, passphrase) : null
        const { signal } = (uploading.current = new AbortController())
        setWaitSeconds(0)
        const isBegun = id !== '' && chosen.uploadId === id
        const begun = await (isBegun ? restoreCalls.read(setupCode, id) : restoreCalls.begin(setupCode, chosen.file.size))
        setState(begun)
        setChosen({ ...chosen, uploadId: begun.id })
        const uploaded = await uploadParts(begun, { setupCode, file: chosen.file, signal, onState: setState, onWait: setWaitSeconds })
        return uploaded.state === 'received' ? restoreCalls.check(setupCode, uploaded.id, passphrase) : uploaded
      }),
    run: () => act(() => restoreCalls.run(setupCode, id)),
    cancel: () => {
      uploading.current?.abort()
      setChosen(null)
      return act(() => restoreCalls.cancel(setupCode, id))
    },
  }
}

export type Restore = ReturnType<typeof useRestore>
