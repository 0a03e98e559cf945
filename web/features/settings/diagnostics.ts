import type { Experiment } from '#contract/cards/drawing.ts'

const opening: ReadonlySet<string> = new Set<Experiment>(['DebugClientConnect', 'DebugTour', 'DebugLogs'])

/** What helps to find a fault is shown by a version in the making, and where the card has one of three experiments on. */
export function showsDiagnostics(version: string, experiments: readonly { name: string; enabled: boolean }[]): boolean {
  return version.includes('-') || experiments.some(({ name, enabled }) => enabled && opening.has(name))
}
