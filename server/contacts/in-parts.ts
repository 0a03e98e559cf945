/** Does a part after the other until one finds nothing left to do. */
export async function inParts(part: () => Promise<number>): Promise<void> {
  while ((await part()) > 0);
}
