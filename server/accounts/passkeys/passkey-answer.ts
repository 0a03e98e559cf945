import { z } from 'zod'

const ClientData = z.object({ crossOrigin: z.boolean().optional() })

/** True for an answer made inside another site's frame. The library refuses it only where the browser also names that site. */
export function isCrossOrigin({ response }: { response: { clientDataJSON: string } }): boolean {
  return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).crossOrigin === true
}

/** What a device stores as the owner of a key. */
export const userIdOf = (accountId: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(accountId)

/** The same as browsers send it back at sign-in. */
export const userHandleOf = (accountId: string): string => Buffer.from(userIdOf(accountId)).toString('base64url')
