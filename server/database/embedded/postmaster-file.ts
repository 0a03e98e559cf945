import { readFileSync } from 'node:fs'

/** What a postmaster writes about itself: pid, folder, start, port, socket folder, address, shared memory, state. */
export function readPostmasterFile(file: string) {
  const lines = linesOf(file)
  return { pid: Number(lines[0]), socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
