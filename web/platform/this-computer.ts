/** True if only this computer can open the address, so a code with it works on no phone. */
export const isThisComputer = (publicUrl: string) =>
  URL.canParse(publicUrl) && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(publicUrl).hostname)
