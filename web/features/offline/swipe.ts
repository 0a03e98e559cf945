const startsPx = 6
const leavesPx = 48

/** How far a notice follows the finger: only downwards, and only once it is meant. */
export const swipeBy = (movedPx: number) => (movedPx > startsPx ? movedPx : 0)

/** Let go that far down, or on a quick flick, it leaves. */
export const isSwipedAway = (byPx: number, forMs: number) => byPx > leavesPx || (byPx > startsPx && byPx / Math.max(forMs, 1) > 0.5)
