import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, statfs, utimes, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { backupMarks, restoreFilesMax, type RestoreIssue } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { checkSetupCode, hashOf, isSetupHash } from '#server/accounts/sign-up/make-setup-link.ts'
import { withAuditEntry } from '#server/audit/write-audit-entry.ts'
import { inputIssue } from '#server/common/field-issue.ts'
import { codeOf } from '#server/common/code-of.ts'
import { openChanges, type Changes } from '#server/database/changes/changes.ts'
import { retryDeadlocks } from '#server/database/changes/retry-deadlocks.ts'
import type { Database } from '#server/database/database.ts'
import { openPool, unlimited } from '#server/database/pool.ts'
import { readName } from '#server/database/storage-owner.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { textInEnvironment, type Settings } from '#server/settings.ts'
import type { LiveSettings } from '#server/settings/live-settings.ts'
import { createAddressReader } from './backup-address.ts'
import type { Manifest } from './manifest.ts'
import { refuseOccupied, refuseOtherMigrations } from './may-restore.ts'
import { plainSqlName } from './plain-sql.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { RestoreError } from './restore-error.ts'
import { pieceOf } from './tally.ts'

type Deps = {
  database: Database
  changes: Changes
  storage: Storage
  clock: Clock
  log: Log
  settings: Settings
  liveSettings: LiveSettings
  sweepMs?: number | undefined
  /** Of a folder's disk. */
  readFreeBytes?: (folder: string) => Promise<number>
  filesMax?: number
}

type Upload = RestoreState & {
  setupHash: string
  file: string
  handle: FileHandle | null
  usedAt: number
  passphrase: string | null
  stop: AbortController
  work: Promise<void>
}

const unusedMs = 3_600_000
/** Disk space for everything else that runs during the restore. */
const reservedBytes = 64 * 1024 * 1024
/** A row is written to its table, its indexes, and the write-ahead log. */
const copiesOfRows = 3
/** The two transactions of a restore, and the commit's status. */
const connections = 3

const setupLink = { accountId: null, name: 'setup link' }
const initial: RestoreState = {
  state: 'none',
  id: '',
  bytes: 0,
  received: 0,
  isSealed: false,
  issue: null,
  version: '',
  space: null,
  step: 'check',
  share: 0,
  backup: null,
}
const withoutUpload = (issue: RestoreIssue | null = null, space: RestoreState['space'] = null): RestoreState => ({
  ...initial,
  issue,
  space,
})

export type SetupRestore = Awaited<ReturnType<typeof openSetupRestore>>

/**
 * Restores a backup that is uploaded with the setup code, before there is an administrator. One at a time, and in memory: after a
 * restart of the server nothing is left of it, and nothing was changed. A running restore locks the tables, so reading its progress
 * touches no database.
 */
export async function openSetupRestore(deps: Deps) {
  const { database, clock, log, settings, sweepMs = 60_000, readFreeBytes = freeBytesOf, filesMax = restoreFilesMax } = deps
  const { db } = database
  const folder = join(settings.dataDir, 'restore')
  let active: Upload | null = null
  /** The last upload that was canceled or replaced, and how it ended, for other tabs that still show it. */
  let stopped: { id: string; issue: RestoreIssue } | null = null
  let last: Promise<unknown> = Promise.resolve()
  const nowMs = () => clock.now().getTime()

  /** One call after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  /** A call without the code is refused before the queue, where it and its body would wait. */
  async function withCode(setupCode: string, work: () => Promise<RestoreState>): Promise<RestoreState> {
    if (active?.setupHash !== hashOf(setupCode)) await refuseOtherCode(setupCode)
    return inTurn(work)
  }

  async function refuseOtherCode(setupCode: string) {
    // The tables are locked.
    if (active?.state === 'restoring') throw problem('setup-link-used')
    await checkSetupCode({ db, clock }, setupCode)
  }

  async function remove() {
    const removed = active
    if (!removed) return
    removed.stop.abort()
    await removed.work
    active = null
    await removeFile(removed)
  }

  async function removeFile({ handle, file }: Upload) {
    await handle?.close().catch(() => {})
    await rm(file, { force: true })
  }

  /** A running restore has the tables locked, and after it the code is gone. */
  const isApart = ({ state }: Upload) => state === 'restoring' || state === 'done'
  const isUnused = ({ state, usedAt }: Upload) => state !== 'checking' && state !== 'restoring' && nowMs() - usedAt >= unusedMs

  async function sweep() {
    await removeLeftovers()
    if (!active) return
    if (isUnused(active) || (!isApart(active) && !(await isSetupHash(db, active.setupHash)))) return remove()
    // For other processes with this folder.
    if (active.state !== 'done') await utimes(active.file, clock.now(), clock.now())
  }

  /** Files of processes that ended without removing theirs. */
  async function removeLeftovers() {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name)
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
      if (name !== active?.id && nowMs() - mtimeMs >= unusedMs) await rm(file, { force: true })
    }
  }

  const sweepInTurn = () => inTurn(sweep).catch((error: unknown) => log.warn('restore-upload-not-deleted', { error }))
  await sweepInTurn()
  const timer = setInterval(() => void sweepInTurn(), sweepMs)
  timer.unref()

  /** The upload of this code; null if there is none here. */
  async function find(setupCode: string, id?: string): Promise<Upload | null> {
    if (active && isUnused(active)) await remove()
    const upload = active
    if (upload?.setupHash !== hashOf(setupCode)) {
      await refuseOtherCode(setupCode)
      return null
    }
    if (!isApart(upload) && !(await isSetupHash(db, upload.setupHash))) {
      await remove()
      throw problem('setup-link-used')
    }
    upload.usedAt = nowMs()
    // Its file was found missing meanwhile.
    if (active !== upload) return null
    return id === undefined || id === upload.id ? upload : null
  }

  const missing = (id: string) => withoutUpload(id === stopped?.id ? stopped.issue : 'elsewhere')

  function start(upload: Upload, state: 'checking' | 'restoring', work: (upload: Upload) => Promise<void>) {
    Object.assign(upload, { state, issue: null, version: '', space: null, step: 'check', share: 0, stop: new AbortController() })
    upload.work = work(upload).catch((error: unknown) => {
      const known = error instanceof RestoreError ? error : null
      // The commit may have come first.
      const isUnsure = known?.issue === 'unsure'
      const issue: RestoreIssue = upload.stop.signal.aborted && !isUnsure ? 'stopped' : (known?.issue ?? 'failed')
      log.warn('setup-restore-failed', { during: state, issue, ...((issue === 'failed' || issue === 'unsure') && { error }) })
      Object.assign(upload, { issue, version: known?.version ?? '', space: known?.space ?? null })
      // The file is fine, so it can be restored as it is. After any other error it is checked again.
      if (issue === 'busy' && upload.backup) upload.state = 'checked'
      else Object.assign(upload, { state: 'received', passphrase: null })
      // Its file is gone.
      if (issue === 'elsewhere' && active === upload) active = null
    })
  }

  async function check(upload: Upload) {
    const { file, passphrase, stop } = upload
    const address = createAddressReader()
    const onProgress = (bytesRead = 0) => {
      stop.signal.throwIfAborted()
      upload.share = bytesRead / upload.bytes
    }
    const sizes = { files: 0, rows: 0, images: 0 }
    const manifest = await checkBackup({ file, passphrase, onProgress }, (entry) => {
      if (++sizes.files > filesMax) throw new RestoreError('too-many-files', `It contains more than ${filesMax} files.`)
      const piece = pieceOf(entry.name)
      sizes[piece && 'picture' in piece ? 'images' : 'rows'] += entry.body.length
      address.read(entry)
    })
    await refuseOtherMigrations(db, manifest)
    await refuseOccupied(db)
    const rowBytes = settings.databaseUrl === null ? copiesOfRows * sizes.rows : 0
    const imageBytes = settings.storage === 'disk' ? sizes.images : 0
    if (rowBytes + imageBytes > 0) await refuseFull(rowBytes + imageBytes)
    upload.backup = describe(manifest, address.find(manifest))
    upload.state = 'checked'
  }

  function describe(manifest: Manifest, stored: string | null) {
    const rows = (table: string) => manifest.tables.find(({ name }) => name === table)?.rows ?? 0
    const isFixed = textInEnvironment(deps.liveSettings.environment, 'PUBLIC_URL') !== ''
    const address = (isFixed ? null : stored) ?? settings.publicUrl
    return {
      madeBy: manifest.productVersion,
      madeAt: manifest.madeAt,
      cards: rows('subject'),
      contacts: rows('contact'),
      images: manifest.pictures.length,
      accounts: rows('account'),
      address,
      isAddressNew: address !== settings.publicUrl,
    }
  }

  async function restore(upload: Upload) {
    await using resources = new AsyncDisposableStack()
    // After the commit, an error of these must not look like one of the restore.
    const closeAtEnd = (close: () => Promise<unknown>) =>
      resources.defer(() =>
        close().then(
          () => {},
          (error: unknown) => log.warn('setup-restore-not-closed', { error }),
        ),
      )
    const { file, passphrase, stop, backup } = upload
    // The server's own connections end a slow statement, and stay free for requests.
    const pool = openPool(database.direct ?? database.connection, log, connections, unlimited)
    closeAtEnd(() => pool.end())
    // Stopping doesn't wait for a statement. Through a pooler it does: another client may use the session.
    if (database.direct) stop.signal.addEventListener('abort', cancelStatements(pool))
    const own = { ...database, db: retryDeadlocks(drizzle(pool)) }
    const changes = await openChanges(own, log)
    closeAtEnd(() => changes[Symbol.asyncDispose]())
    const { madeAt, productVersion: madeBy } = await restoreBackup(
      {
        database: own,
        changes: withAuditEntry({ changes, clock }, setupLink, { act: 'restore' }),
        storage: deps.storage,
        signal: stop.signal,
        place: (await readName(db)) ?? '',
        mayRestore: async (tx) => {
          if (!(await isSetupHash(tx, upload.setupHash))) throw new RestoreError('stopped', 'The setup link was used or replaced.')
        },
        onStep: (step, images) => Object.assign(upload, { step, share: images === undefined ? 0 : images / (backup?.images || 1) }),
      },
      {
        file,
        passphrase,
        onProgress(bytesRead) {
          stop.signal.throwIfAborted()
          if (bytesRead !== undefined && upload.step !== 'images') upload.share = bytesRead / upload.bytes
        },
      },
      { replaces: false },
    )
    await followRestore()
    Object.assign(upload, { state: 'done', share: 1, passphrase: null })
    log.info('setup-restore-done', { madeAt, madeBy })
    await removeFile(upload).catch((error: unknown) => log.warn('restore-upload-not-deleted', { error }))
  }

  /** Through the database it comes a moment after the commit. From here on this server answers with the restored data. */
  async function followRestore() {
    const warn = (error: unknown) => log.warn('setup-restore-not-announced', { error })
    await deps.changes.write(async (_, notify) => notify('everything')).catch(warn)
    await deps.liveSettings.reload().catch(warn)
  }

  function cancelStatements(pool: pg.Pool) {
    const running = new Set<number>()
    pool.on('connect', ({ processID }) => running.add(processID))
    pool.on('remove', ({ processID }) => running.delete(processID))
    return () =>
      void db
        .execute(sql`select pg_cancel_backend(pid) from unnest(${sql.param([...running])}::int[]) as pid`)
        .catch((error: unknown) => log.warn('setup-restore-not-canceled', { error }))
  }

  return {
    begin: ({ setupCode, bytes }: { setupCode: string; bytes: number }) =>
      withCode(setupCode, async () => {
        const former = await find(setupCode)
        if (former && isApart(former)) return present(former)
        const setupHash = former?.setupHash ?? hashOf(setupCode)
        const refused = await refuseHere(bytes)
        if (refused) return refused
        const id = randomUUID()
        const file = join(folder, id)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const handle = await open(file, 'wx', 0o600)
        // Only now: a refused upload leaves the former one.
        if (former) stopped = { id: former.id, issue: 'replaced' }
        await remove().catch((error: unknown) => log.warn('restore-upload-not-deleted', { error }))
        const [usedAt, stop, work] = [nowMs(), new AbortController(), Promise.resolve()]
        active = { ...initial, state: 'receiving', id, bytes, setupHash, file, handle, usedAt, passphrase: null, stop, work }
        return present(active)
      }),

    addPart: ({ setupCode, id, at, body }: { setupCode: string; id: string; at: number; body: Uint8Array }) =>
      withCode(setupCode, async () => {
        const upload = await find(setupCode, id)
        if (!upload) return missing(id)
        // A part that was sent twice: the response says where to continue.
        if (upload.state !== 'receiving' || at !== upload.received) return present(upload)
        if (at + body.length > upload.bytes) throw problem('body-too-large')
        if (body.length === 0) throw problem('input-invalid', { issue: inputIssue('missing') })
        if (at === 0 && !isBackup(body)) {
          await remove()
          return withoutUpload('not-a-backup')
        }
        if (at === 0) upload.isSealed = beginsWith(body, backupMarks.sealed)
        if (!(await writePart(upload, at, body))) {
          await remove()
          return withoutUpload('full')
        }
        upload.received += body.length
        if (upload.received === upload.bytes) upload.state = 'received'
        return present(upload)
      }),

    check: ({ setupCode, id, passphrase }: { setupCode: string; id: string; passphrase?: string | undefined }) =>
      withCode(setupCode, async () => {
        const upload = await find(setupCode, id)
        if (!upload) return missing(id)
        if (upload.state === 'received' || upload.state === 'checked') {
          Object.assign(upload, { passphrase: passphrase || null, backup: null })
          start(upload, 'checking', check)
        }
        return present(upload)
      }),

    /** Only what was checked just now, and the file can't be changed since. */
    run: ({ setupCode, id }: { setupCode: string; id: string }) =>
      withCode(setupCode, async () => {
        const upload = await find(setupCode, id)
        if (!upload) return missing(id)
        if (upload.state === 'checked') start(upload, 'restoring', restore)
        return present(upload)
      }),

    read: async ({ setupCode, id }: { setupCode: string; id?: string | undefined }) => {
      // Bypasses the queue, where a cancel may be waiting for the restore to end.
      if (active && isApart(active) && active.setupHash === hashOf(setupCode) && (id ?? active.id) === active.id) {
        active.usedAt = nowMs()
        return present(active)
      }
      return withCode(setupCode, async () => {
        const upload = await find(setupCode, id)
        if (upload) return present(upload)
        return id === undefined ? withoutUpload() : missing(id)
      })
    },

    cancel: ({ setupCode, id }: { setupCode: string; id: string }) =>
      withCode(setupCode, async () => {
        const upload = await find(setupCode, id)
        if (!upload) return withoutUpload()
        upload.stop.abort()
        await upload.work
        // The commit came first.
        if (upload.state === 'done') return present(upload)
        const isUnsure = upload.issue === 'unsure'
        stopped = { id, issue: isUnsure ? 'unsure' : 'stopped' }
        await remove()
        return withoutUpload(isUnsure ? 'unsure' : null)
      }),

    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      // A queued cancel waits for this, too.
      active?.stop.abort()
      await inTurn(remove).catch((error: unknown) => log.warn('restore-upload-not-deleted', { error }))
    },
  }

  /** Found before anything is uploaded. */
  async function refuseHere(bytes: number): Promise<RestoreState | null> {
    if (database.isCluster) return withoutUpload('distributed')
    try {
      await refuseOccupied(db)
      // The upload, and what comes out of it: no less than its compressed size, and measured by the check.
      const needed = settings.databaseUrl === null && settings.storage === 'disk' ? 2 * bytes : bytes
      await refuseFull(needed, active?.received)
      return null
    } catch (error) {
      if (error instanceof RestoreError) return withoutUpload(error.issue, error.space)
      throw error
    }
  }

  /** `replacedBytes`: of an upload that makes way for this one. */
  async function refuseFull(bytes: number, replacedBytes = 0) {
    const space = { needed: bytes + reservedBytes, free: (await readFreeBytes(settings.dataDir)) + replacedBytes }
    if (space.free < space.needed)
      throw new RestoreError('full', `The disk of DATA_DIR has ${space.free} bytes left, and ${space.needed} are needed.`, { space })
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Closes the file after its last part. False if the disk is full, which some disks only say then. */
async function writePart(upload: Upload, at: number, body: Uint8Array): Promise<boolean> {
  const { handle } = upload
  try {
    const written = await handle?.write(body, 0, body.length, at)
    if (written?.bytesWritten !== body.length) return false
    if (at + body.length < upload.bytes) return true
    upload.handle = null
    await handle?.close()
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') return false
    throw error
  }
}

const present = ({ state, id, bytes, received, isSealed, issue, version, space, step, share, backup }: Upload): RestoreState => ({
  state,
  id,
  bytes,
  received,
  isSealed,
  issue,
  version,
  space,
  step,
  backup,
  share: Math.min(1, share),
})

const beginsWith = (bytes: Uint8Array, mark: string) => Buffer.from(bytes.subarray(0, mark.length)).equals(Buffer.from(mark, 'latin1'))

/** Checks the first bytes: encrypted, or an archive that begins with a file of a backup. */
function isBackup(bytes: Uint8Array): boolean {
  if (beginsWith(bytes, backupMarks.sealed)) return true
  if (!beginsWith(bytes, backupMarks.clear)) return false
  try {
    // Few enough that even a decompression bomb stays small.
    const header = gunzipSync(bytes.subarray(0, 4096), { finishFlush: constants.Z_SYNC_FLUSH })
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    return name === plainSqlName || pieceOf(name) !== null
  } catch {
    return false
  }
}
