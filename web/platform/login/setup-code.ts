/** The setup code in the fragment of the address. Null if it is something else: the skip link changes it too. */
export const codeInAddress = () => /^#([a-z]{4}(?:-?[a-z]{4}){3})$/i.exec(location.hash)?.[1] ?? null

/** True if the address has a fragment that is neither a setup code nor that of the skip link. */
export const hasOtherFragment = () => codeInAddress() === null && !/^(#content)?$/.test(location.hash)
