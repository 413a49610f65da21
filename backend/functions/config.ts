import * as fs from 'node:fs/promises'
import { parse } from 'smol-toml'

/** The settings in `[functions.<name>]` of `config.toml`. */
export type FunctionConfig = { verifyJwt: boolean; enabled: boolean }

const DEFAULT: FunctionConfig = { verifyJwt: true, enabled: true }

/**
 * Reads the settings of functions; a function without a section checks tokens and is enabled.
 * @throws Error for a file that is not TOML.
 */
export async function readFunctionConfig(file: string): Promise<(name: string) => FunctionConfig> {
	const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return ''
		throw error
	})
	const sections = parse(text).functions
	const known = new Map<string, FunctionConfig>()
	for (const [name, section] of Object.entries(typeof sections === 'object' ? sections : {})) {
		const { verify_jwt: verify, enabled } = section as { verify_jwt?: unknown; enabled?: unknown }
		known.set(name, { verifyJwt: verify !== false, enabled: enabled !== false })
	}
	return (name) => known.get(name) ?? DEFAULT
}
