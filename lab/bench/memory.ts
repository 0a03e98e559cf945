import { readdirSync, readFileSync } from 'node:fs'

export type Memory = { residentMegabytes: number; sharedFairlyMegabytes: number; processes: number }

/**
 * A program and everything it started. PSS counts a shared page once among its users; RSS counts PostgreSQL's
 * shared buffers again in every one of its processes.
 */
export function memoryOf(pid: number): Memory {
  const family = familyOf(pid)
  const sum = (key: 'Rss' | 'Pss') => family.reduce((total, member) => total + kilobytes(member, key), 0) / 1024
  return { residentMegabytes: sum('Rss'), sharedFairlyMegabytes: sum('Pss'), processes: family.length }
}

function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }))
  const family = [pid]
  for (const member of family) family.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid))
  return family
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])
}

function kilobytes(pid: number, key: 'Rss' | 'Pss'): number {
  return Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended in the meantime.
    return ''
  }
}
