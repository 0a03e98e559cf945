import { spawnSync } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { aFolder } from './program.ts'

export type SmallDisk = { path: string; fillUp(): Promise<void>; freeStorage(): Promise<void> } & AsyncDisposable

/** A separate small disk that a test can fill; null if this machine cannot mount one. */
export async function aSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  await using undo = new AsyncDisposableStack()
  const { path } = undo.use(await aFolder())
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'carte-test', path])
  if (mounted.status !== 0) return null
  undo.defer(() => void spawnSync('umount', ['--lazy', path]))
  const ballast = join(path, 'ballast')
  const opened = undo.move()
  return {
    path,
    /** Fills the disk to the last byte. */
    async fillUp() {
      await using file = await open(ballast, 'w')
      for (const size of [1024 * 1024, 4096, 1]) {
        const bytes = Buffer.alloc(size, 'x')
        while (
          await file.write(bytes).then(
            ({ bytesWritten }) => bytesWritten === size,
            () => false,
          )
        )
          continue
      }
    },
    freeStorage: () => rm(ballast, { force: true }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
