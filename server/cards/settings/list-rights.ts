import type { Permission } from '#contract/permissions.ts'
import { cardRights } from './card-rights.ts'

/** By name: what follows from a plan, what is granted beside it and what is taken away. */
export const listRights = (sources: Parameters<typeof cardRights>[0]): Permission[] => [...cardRights(sources)]
