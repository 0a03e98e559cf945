/** How long tests wait for anything that needs no particular time. A wait that succeeds costs nothing; a busy machine may need it all. */
export const patienceMs = 60_000
