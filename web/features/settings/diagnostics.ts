import type { Experiment } from '#contract/cards/drawing.ts'

const opening: ReadonlySet<string> = new Set<Experiment>(['DebugClientConnect', 'DebugTour', 'DebugLogs'])

/** Shows the debug panels in a prerelease, and on cards with one of three experiments. */
export function showsDiagnostics(version: string, experiments: readonly { name: string; enabled: boolean }[]): boolean {
  return version.includes('-') || experiments.some(({ name, enabled }) => enabled && opening.has(name))
}
