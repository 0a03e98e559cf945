// Separate from the other constants, because only the installed app needs them.

/** The tags that stories and tour of this version are published under. */
export const releaseTags = { stories: 'Stories-v3.9.1', tour: 'VirtualTour-v3.7.0' } as const

export const checkAfterMs = { stories: 2000, newVersion: 2000 } as const
export const storyView = {
  durationMs: 5000,
  widthPx: 350,
  heightPx: 580,
  activeGapPx: 380,
  gapPx: 280,
  imageMaxPx: 300,
  stepsPerDuration: 100,
} as const
export const tourStepCount = 4
