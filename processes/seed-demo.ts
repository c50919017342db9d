import type { JobHandler } from '#platform/server/index.ts'
import type { World } from './app.ts'

/** Demo accounts and catalogue; safe to repeat. `onProgress` counts artworks with previews. */
export async function seedDemo(_world: World, _handlers: JobHandler[], _onProgress: (done: number, total: number) => void): Promise<void> {}
