import { buildIfNeeded } from './build.ts'

// `npm start`: builds when the sources changed, then becomes the server.
await buildIfNeeded()
await import('../server/main.ts')
