// The role that runs migrations owns what they create; on hosted Supabase that is a different role.
const OWNERSHIP = /^(ALTER [^;]* OWNER TO "?postgres"?|(REVOKE|GRANT) [^;]* (FROM|TO) "?postgres"?);\n*/gm
// All rights on a table in PostgreSQL 18; version 15 does not know MAINTAIN.
const EVERY_RIGHT = /\bDELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE\b/g

/** Removes statements without effect from the engine's text, and uses words that PostgreSQL 15 knows. */
export function withoutNoise(text: string): string {
	const plain = text.replaceAll(OWNERSHIP, '').replaceAll(EVERY_RIGHT, 'ALL').replaceAll('MAINTAIN, ', '')
	return `${plain.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`
}

type Hint = { pattern: RegExp; words: string }

// The group captures the table; on a table created in the same file, these changes cost nothing.
const HINTS: Hint[] = [
	{
		pattern: /^DROP TABLE|\bDROP COLUMN\b|^DROP TYPE/gm,
		words: 'it drops data. Copy it first; drop one minor version later, when no old process runs.',
	},
	{
		pattern: /^DROP FUNCTION/gm,
		words: 'it drops a function. Old processes still call it: keep the old signature for one minor version.',
	},
	{
		pattern: /^DROP POLICY|\bDROP CONSTRAINT\b/gm,
		words: 'it drops a rule. The new one must be in the same file, so that it is never missing.',
	},
	{
		pattern: /^ALTER TABLE (\S+) [^;]*ALTER COLUMN \S+ (?:SET DATA )?TYPE /gm,
		words: 'a new type of a column writes the whole table anew and locks it meanwhile.',
	},
	{
		pattern: /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\S+ ON (\S+)/gm,
		words:
			'an index of a large table wants a file of its own: first line `-- alone`, then `create index concurrently if not exists …`.',
	},
	{
		pattern: /^ALTER TABLE (\S+) ADD CONSTRAINT (?![^;]*NOT VALID)/gm,
		words:
			'a constraint reads the whole table under a lock: `not valid` first, `validate constraint` in a file of its own.',
	},
	{
		pattern: /^ALTER TABLE (\S+) [^;]*(?:SET NOT NULL|ADD COLUMN [^;]* NOT NULL(?![^;]*DEFAULT))/gm,
		words: 'a column that must not be empty: fill it first.',
	},
	{
		pattern: / ADD VALUE /gm,
		words: 'a new value of an enum serves only after its transaction: nothing else in this file, the rest in the next.',
	},
	{
		pattern: /^CREATE TABLE/gm,
		words: 'a new table: row level security, policies, and grants by name for each role, service_role included.',
	},
]

/** Hints for the reader of this migration. */
export function hintsFor(text: string): string[] {
	const made = new Set([...text.matchAll(/^CREATE TABLE (\S+)/gm)].map(([, table]) => plainName(table)))
	return HINTS.filter(({ pattern }) =>
		[...text.matchAll(pattern)].some(([, table]) => table === undefined || !made.has(plainName(table))),
	).map(({ words }) => words)
}

const plainName = (name = ''): string => name.replaceAll('"', '')
