import { RestError } from '../errors.ts'

export type Preferences = {
	return?: 'representation' | 'minimal' | 'headers-only'
	count?: 'exact' | 'planned' | 'estimated'
	resolution?: 'merge-duplicates' | 'ignore-duplicates'
	missing?: 'default' | 'null'
	handling?: 'strict' | 'lenient'
	tx?: 'commit' | 'rollback'
	maxAffected?: number
	timezone?: string
	/** The preferences that were understood, for `Preference-Applied`. */
	applied: string[]
}

const VALUES: Record<string, string[]> = {
	return: ['representation', 'minimal', 'headers-only'],
	count: ['exact', 'planned', 'estimated'],
	resolution: ['merge-duplicates', 'ignore-duplicates'],
	missing: ['default', 'null'],
	handling: ['strict', 'lenient'],
	tx: ['commit', 'rollback'],
}

const NONE: Preferences = { applied: [] }

/**
 * Reads the `Prefer` header; the first of several values for one preference counts. The caller can choose how the
 * transaction ends only with `txEnd`.
 * @throws RestError PGRST122 for an unknown preference with `handling=strict`.
 */
export function readPreferences(header: string | null, txEnd: boolean): Preferences {
	if (!header) return NONE
	const found: Record<string, string> = {}
	const unknown: string[] = []
	for (const part of header.split(',').map((text) => text.trim())) {
		if (part === '') continue
		const [name = '', value = ''] = part.split('=', 2)
		const known = Object.hasOwn(VALUES, name) && VALUES[name]?.includes(value)
		if (known || name === 'timezone' || (name === 'max-affected' && /^\d{1,15}$/.test(value))) found[name] ??= value
		else unknown.push(part)
	}
	const strict = found.handling === 'strict'
	if (strict && unknown.length > 0) {
		const details = `Invalid preferences: ${unknown.join(', ')}`
		throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', details)
	}
	if (!txEnd) delete found.tx
	const { 'max-affected': maxAffected, ...named } = found
	const applied = Object.entries(found).filter(([name]) => strict || name !== 'max-affected')
	return {
		...named,
		maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : undefined,
		applied: applied.map(([name, value]) => `${name}=${value}`),
	}
}
