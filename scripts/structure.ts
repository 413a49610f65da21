import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
const LIMITS: Record<string, number> = { '.ts': 400, '.tsx': 400, '.css': 400, '.sql': 300, '.md': Infinity }
const GENERATED = [/database\.types\.ts$/, /^(supabase|backend)\/migrations\//, /^supabase\/tests\/releases\//]

const DRIVER = 'backend/postgres/driver.ts'

type Rule = (file: string, text: string) => string[]

/** Checks the house rules that a machine can check: sizes, names, and the direction of imports. */
export async function checkStructure(): Promise<string | undefined> {
	const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
		cwd: ROOT,
		encoding: 'utf8',
	})
	const faults: string[] = []
	for (const file of listed.split('\n').filter((name) => LIMITS[path.extname(name)])) {
		const text = await fs.readFile(path.join(ROOT, file), 'utf8').catch(() => '')
		for (const rule of RULES) for (const fault of rule(file, text)) faults.push(`${file}: ${fault}`)
	}
	return faults.length ? faults.join('\n') : undefined
}

const sizeRule: Rule = (file, text) => {
	const limit = LIMITS[path.extname(file)] ?? 400
	const lines = text.split('\n').length
	return lines > limit && !GENERATED.some((pattern) => pattern.test(file))
		? [`${lines} lines, allowed are ${limit}`]
		: []
}

// Hosted Edge Functions require this name.
const FUNCTION = /\/functions\/[a-z-]+\/index\.ts$/

const nameRule: Rule = (file) => {
	const name = path.basename(file)
	return /^(index|utils?|helpers?|misc|common)\.tsx?$/.test(name) && file !== 'backend/index.ts' && !FUNCTION.test(file)
		? ['name says nothing']
		: []
}

// The specification's sm, md and lg (§ 9): 600, 960 and 1280. A part that depends on its own room asks its container.
const WIDTHS = new Set(['37.5rem', '60rem', '80rem'])

const widthRule: Rule = (file, text) => {
	if (path.extname(file) !== '.css') return []
	const asked = [...text.matchAll(/@media[^{]*/g)].flatMap(
		([media]) => media.match(/\([^()]*(?:width|height)[^()]*\)/g) ?? [],
	)
	return asked
		.filter((query) => !WIDTHS.has(/^\(width (?:<|>=) ([\d.]+rem)\)$/.exec(query)?.[1] ?? ''))
		.map((query) => `${query} is none of the breakpoints`)
}

// Conform trusts the names of fields; `parseForm` does not. A body that is not a form gets an answer of 415, not a server
// error.
const formRule: Rule = (file, text) => {
	if (!file.startsWith('app/') || file === 'app/lib/parse-form.ts') return []
	return [
		...(/from '@conform-to\/zod/.test(text) ? ['reads a form without parseForm'] : []),
		...(/request\.formData\(\)/.test(text) ? ['reads a form without readForm'] : []),
	]
}

// A browser shows such a field in its own language, and then "5.12." is the 12th of May.
const dateRule: Rule = (file, text) =>
	file.startsWith('app/') && /\btype=\{?['"](?:date|time|datetime-local|month|week)['"]/.test(text)
		? ['days and times are typed: DateField and TimeField of app/ui']
		: []

// A strict policy for styles allows no attributes. Use classes, SVG attributes, or a script that sets `element.style`.
const styleRule: Rule = (file, text) =>
	file.endsWith('.tsx') && /\sstyle=/.test(text) ? ['renders a style attribute'] : []

const importRule: Rule = (file, text) => {
	const faults: string[] = []
	for (const [, source = ''] of text.matchAll(/(?:^(?:import|export)\s[^'"]*?|\bimport\()['"]([^'"]+)['"]/gm)) {
		const target = source.startsWith('#')
			? source.slice(1)
			: source.startsWith('.')
				? path.posix.join(path.posix.dirname(file), source)
				: ''
		if (target && !allowed(file, target)) faults.push(`must not import ${target}`)
	}
	return faults
}

// Any other redirect could be led to another site by a visitor's input.
const redirectRule: Rule = (file, text) => {
	if (!/^(app|server)\//.test(file) || /\.test\.tsx?$/.test(file) || file === 'app/lib/redirect.ts') return []
	const imports = /import[^;]*?\{[^}]*\b(redirect|redirectDocument|replace)\b[^}]*\}\s*from 'react-router'/.test(text)
	const header =
		/headers(?:\s*:|\.\w+\()[^\n]{0,80}\blocation['"]?\s*[:,]/i.test(text) || /\bcontext\.redirect\(/.test(text)
	return imports || header ? ['redirects go through app/lib/redirect.ts'] : []
}

// Several loaders of a page can end with the same one, and the body of a Response can be read only once.
const thrownRule: Rule = (file, text) =>
	file.startsWith('app/') && /\bthrow (?:new )?Response\b/.test(text) && !/\.test\.tsx?$/.test(file)
		? ['throw data(…) instead of a Response']
		: []

// With fast-check alone the cases would be new in each run.
const propertyRule: Rule = (_file, text) =>
	/from 'fast-check'/.test(text) && /\bfc\.(?:assert|check|sample)\(/.test(text) && !/\bruns\(\d/.test(text)
		? ['property tests take their seed from #backend/testing/property-runs.ts']
		: []

// Loaded without its patches, the driver would end the process when the first connection is lost.
const driverRule: Rule = (file, text) =>
	/^import (?!type\b)[^'"]*['"]postgres['"]/m.test(text) && file !== DRIVER
		? [`imports postgres without ${DRIVER}`]
		: []

// A form names its action in `intent`; functions that ask the database begin with `load`, those that parse input with
// `read`.
const wordRule: Rule = (file, text) => [
	...(file.startsWith('app/') && /\bname="(aktion|absicht|action|do|vorgang)"/.test(text)
		? ['says another word for intent']
		: []),
	...(file.endsWith('.queries.server.ts') && /^export (async )?function (get|read|fetch|list|query)[A-Z]/m.test(text)
		? ['says another word for load']
		: []),
]

// The services can be taken out and used elsewhere.
const servicesRule: Rule = (file, text) =>
	file.startsWith('backend/') && /zeitplatz/i.test(text) ? ['backend/ knows no word of the marketplace'] : []

// The functions in the generated types whose answer, or a column of it, is JSON.
const JSON_VERBS = new Set(
	[
		...readFileSync(path.join(ROOT, 'app', 'database.types.ts'), 'utf8').matchAll(
			/^ {6}(\w+): *\{(?=(?:(?!^ {6}\w).)*?\bReturns:(?:(?!^ {6}\w).)*?\bJson\b)/gms,
		),
	].map(([, name]) => String(name)),
)

// JSON that a function answers is read by its contract.
const contractRule: Rule = (file, text) => {
	if (!/^(app|server)\//.test(file) || /\.test\.tsx?$/.test(file) || file === 'app/lib/contracts.server.ts') return []
	const past = /\bclient as unknown\b/i.test(text) ? ['calls a verb past app/lib/contracts.server.ts'] : []
	const unread = [...text.matchAll(/\.rpc\(\s*'(\w+)'/g)].filter(([, name = '']) => JSON_VERBS.has(name))
	return [...past, ...unread.map(([, name]) => `${name} answers JSON: call it with its contract`)]
}

// "May not" can be read as "perhaps not" where "must not" is meant, and "an own" and "the own" are not English.
const UNCLEAR = /\b(?:may not|(?:an|the) own)\b/i

const englishRule: Rule = (file, text) =>
	file === 'scripts/structure.ts' || GENERATED.some((pattern) => pattern.test(file))
		? []
		: text.split('\n').flatMap((line, at) => {
				const [words] = UNCLEAR.exec(line) ?? []
				return words ? [`line ${at + 1} says "${words}": say "must not", "its own"`] : []
			})

const NUMBERED = new Set(
	[...readFileSync(path.join(ROOT, 'docs', 'availability.md'), 'utf8').matchAll(/^(\d+)\. /gm)].map(
		([, number]) => number,
	),
)

// "Rule 4" and "rules 4, 5 and 7" refer to docs/availability.md.
const citedRule: Rule = (file, text) => {
	if (!/^supabase\/(schemas|tests\/(availability|search|booking))\//.test(file)) return []
	const cited = [...text.matchAll(/\brules? (\d+(?:(?:,| and| to) \d+)*)/gi)].flatMap(
		([, numbers = '']) => numbers.match(/\d+/g) ?? [],
	)
	return cited
		.filter((number) => !NUMBERED.has(number))
		.map((number) => `rule ${number} is not in docs/availability.md`)
}

function allowed(file: string, target: string): boolean {
	const test = /\.test\.tsx?$|\/tests\/|\/test-server\.ts$|^(bench|e2e)\//.test(file)
	if (file.startsWith('backend/')) return target.startsWith('backend/')
	// Code that serves requests must not need code that builds, tests or measures.
	if (file.startsWith('server/')) return test || !/^(scripts|e2e|bench|supabase\/tests)\//.test(target)
	if (!file.startsWith('app/')) return true
	if (/^(backend|server|supabase|scripts)\//.test(target)) return test
	const from = room(file)
	const to = room(target)
	if (from === 'lib' || from === 'ui')
		return to === 'lib' || to === 'ui' || target.startsWith('app/root') || target.includes('database.types')
	if (from.startsWith('features/'))
		return (
			!to.startsWith('routes') &&
			(!to.startsWith('features/') || to === from || /\.(server|ts)$/.test(target.replace('.tsx', '')))
		)
	return true
}

function room(file: string): string {
	const parts = file.replace(/^app\//, '').split('/')
	return parts[0] === 'features' ? `features/${parts[1]}` : (parts[0] ?? '')
}

const RULES: Rule[] = [
	...[sizeRule, nameRule, importRule],
	...[redirectRule, thrownRule],
	...[widthRule, formRule, wordRule, servicesRule, contractRule, dateRule, styleRule],
	...[propertyRule, driverRule, citedRule, englishRule],
]
