/** Disables the runtime's own network clients, such as the global `fetch`, which would bypass the guard. */
export function disableGlobalFetch(): void {
  const block = async () => {
    throw new TypeError('Outgoing calls must use server/integrations/guard.')
  }
  Object.assign(globalThis, { fetch: block, WebSocket: undefined, EventSource: undefined, XMLHttpRequest: undefined })
}
