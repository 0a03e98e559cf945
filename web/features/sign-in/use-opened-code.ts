import { useEffect, useState } from 'react'
import { codeInAddress } from '../../platform/login/setup-code.ts'

/** The newest setup code that was opened. Null until a script has read the address, then empty if there was none. */
export function useOpenedCode() {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setCode((known) => codeInAddress() ?? known ?? '')
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return [code, setCode] as const
}

/** A page of setup with the code in the fragment, which browsers send nowhere. */
export const withCode = (path: string, code: string | null) => (code ? `${path}#${code}` : path)
