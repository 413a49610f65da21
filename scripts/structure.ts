import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
const LIMITS: Record<string, number> = { '.ts': 400, '.tsx': 400, '.css': 400, '.sql': 300 }
const GENERATED = [/database\.types\.ts$/, /^supabase\/migrations\//]

type Rule = (file: string, text: string) => string[]

/** The house rules that a machine can see: sizes, names, and that imports run downwards. */
export async function checkStructure(): Promise<string | undefined> {
	const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
		cwd: ROOT,
		encoding: 'utf8',
	})
	const faults: string[] = []
	for (const file of listed.split('\n').filter((name) => LIMITS[path.extname(name)])) {
		const text = await fs.readFile(path.join(ROOT, file), 'utf8').catch(() => '')
		for (const rule of [sizeRule, nameRule, importRule])
			for (const fault of rule(file, text)) faults.push(`${file}: ${fault}`)
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

// Hosted Edge Functions want this name.
const FUNCTION = /\/functions\/[a-z-]+\/index\.ts$/

const nameRule: Rule = (file) => {
	const name = path.basename(file)
	return /^(index|utils?|helpers?|misc|common)\.tsx?$/.test(name) && file !== 'backend/index.ts' && !FUNCTION.test(file)
		? ['name says nothing']
		: []
}

const importRule: Rule = (file, text) => {
	const faults: string[] = []
	for (const [, source = ''] of text.matchAll(/^(?:import|export)\s[^'"]*?['"]([^'"]+)['"]/gm)) {
		const target = source.startsWith('#')
			? source.slice(1)
			: source.startsWith('.')
				? path.posix.join(path.posix.dirname(file), source)
				: ''
		if (target && !allowed(file, target)) faults.push(`must not import ${target}`)
	}
	return faults
}

function allowed(file: string, target: string): boolean {
	const test = /\.test\.tsx?$|\/tests\/|\/test-server\.ts$|^(bench|e2e)\//.test(file)
	if (file.startsWith('backend/')) return target.startsWith('backend/') || test
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
