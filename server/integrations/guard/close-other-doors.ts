/** Disables the runtime's own network clients, such as the global `fetch`, which would bypass the guard. */
export function closeOtherDoors(): void {
  const refuse = async () => {
    throw new TypeError('Calls to the outside go through server/integrations/guard.')
  }
  Object.assign(globalThis, { fetch: refuse, WebSocket: undefined, EventSource: undefined, XMLHttpRequest: undefined })
}
