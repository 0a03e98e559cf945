import { useOutletContext } from 'react-router'
import type { Owner } from './open-owner.ts'

/** Who is signed in, as the owner's frame around this page knows. */
export const useOwner = (): Owner => useOutletContext<Owner>()
