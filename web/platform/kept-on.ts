/** When the card was last kept on this device for reading without a connection; null where it is not. */
export async function keptOn(alias: string): Promise<number | null> {
  try {
    const name = `card-${alias.toLowerCase()}`
    if (!(await caches.has(name))) return null
    const note: unknown = await (await (await caches.open(name)).match('/kept'))?.json()
    const at: unknown = typeof note === 'object' && note !== null ? Reflect.get(note, 'at') : null
    return typeof at === 'number' ? at : null
  } catch {
    return null
  }
}
