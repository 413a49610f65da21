import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The release of this program, `major.minor.patch`. */
export const RELEASE = (
	JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version
