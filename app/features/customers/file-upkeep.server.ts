import type { AppServices } from '#app/lib/context.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { dropRemovedFiles } from './files.server.ts'

/** Removes the contents of files that went with their card, a batch a call. Called every minute. */
export const removeFileContents = (services: AppServices): Promise<number> => dropRemovedFiles(serverClient(services))
