import { z } from 'zod'

const ClientData = z.object({ crossOrigin: z.boolean().optional() })

/** True for a response created in another site's frame. The library rejects it only if the browser also names that site. */
export function isCrossOrigin({ response }: { response: { clientDataJSON: string } }): boolean {
  return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).crossOrigin === true
}

/** The user id that a device stores with a key. */
export const userIdOf = (accountId: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(accountId)

/** The user handle that browsers send back at sign-in. */
export const userHandleOf = (accountId: string): string => Buffer.from(userIdOf(accountId)).toString('base64url')
