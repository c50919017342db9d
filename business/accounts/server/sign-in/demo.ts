import type { Ctx } from '#platform/server/index.ts'

/** Whether demo accounts may sign in. Their password is public, so they may only where no stranger can reach the shop. */
export const isDemoOpen = ({ ports }: Pick<Ctx, 'ports'>): boolean => !ports.settings.exposed
