/** Sets the number on the installed app's icon, where the platform supports it; zero clears it. */
export async function showBadge(count: number): Promise<void> {
  try {
    if (count > 0) await navigator.setAppBadge?.(count)
    else await navigator.clearAppBadge?.()
  } catch {
    // Only an installed app has an icon.
  }
}
