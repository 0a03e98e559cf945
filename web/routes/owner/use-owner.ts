import { useOutletContext } from 'react-router'
import type { Owner } from '../../loaders/owner-of.ts'

/** The logged-in owner, from the data of the owner route. */
export const useOwner = (): Owner => useOutletContext<Owner>()
