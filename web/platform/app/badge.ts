/** The number on the icon of an installed app; none where nothing waits, and nothing at all where icons carry no numbers. */
export async function showBadge(count: number): Promise<void> {
  try {
    if (count > 0) await navigator.setAppBadge?.(count)
    else await navigator.clearAppBadge?.()
  } catch {
    // Only an installed app has an icon of its own.
  }
}
