import { compareVersions } from '#common/compare-versions.ts'

type Size = 'major' | 'minor' | 'patch'
export type Step = Size | `pre${Size}` | 'prerelease'

const wellFormed = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\w.]+)?$/

/** The semver step from one version to a newer one; null if it isn't newer, or either is invalid. */
export function versionStep(from: string, to: string): Step | null {
  const [before, after] = [wellFormed.exec(from), wellFormed.exec(to)]
  if (!before || !after || compareVersions(to, from) <= 0) return null
  const size = sizes.find((_, place) => before[place + 1] !== after[place + 1])
  if (after[4]) return size ? `pre${size}` : 'prerelease'
  // A prerelease became its release.
  return size ?? (before[3] !== '0' ? 'patch' : before[2] !== '0' ? 'minor' : 'major')
}

const sizes: readonly Size[] = ['major', 'minor', 'patch']
