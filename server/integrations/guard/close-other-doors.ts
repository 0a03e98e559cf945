/** What the runtime offers to every package for calling out, and ours use none of: whoever does goes past the guard. */
export function closeOtherDoors(): void {
  const refuse = async () => {
    throw new TypeError('Calls to the outside go through server/integrations/guard.')
  }
  Object.assign(globalThis, { fetch: refuse, WebSocket: undefined, EventSource: undefined, XMLHttpRequest: undefined })
}
