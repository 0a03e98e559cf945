import { readdirSync, readlinkSync } from 'node:fs'

/**
 * The living processes that work inside a data folder: every postgres process does, a zombie or a recycled pid never.
 * null where there is no /proc to ask.
 */
export function residentsOf(dataFolder: string): number[] | null {
  if (process.platform !== 'linux') return null
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => workingFolderOf(pid) === dataFolder)
    .map(Number)
}

function workingFolderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
