import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#supabase/tests/database.ts'
import { SETTING_NAMES } from '../server/config.ts'

// The documentation on running the product must stay true.
const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const DOCS = read('docs/deploy.md')
// Settings that other programs read, not the server.
const OTHERS = new Set([
	'MALLOC_ARENA_MAX',
	'MALLOC_MMAP_THRESHOLD',
	'MALLOC_TRIM_THRESHOLD',
	'NODE_COMPILE_CACHE',
	'ON_ERROR_STOP',
	'POSTGRES_BIN',
	'SMTP_HOST',
	'SMTP_USER',
	'SMTP_PASS',
	'SMTP_SENDER',
])
const HOSTED_TEMPLATES = new Set([
	'confirmation',
	'recovery',
	'magic_link',
	'invite',
	'email_change',
	'reauthentication',
])
const files = ['Dockerfile', ...globSync('deploy/*', { cwd: ROOT })]
const database = await createTestDatabase()

afterAll(() => database.drop())

it('the table of settings lists exactly the existing settings', () => {
	const documented = [...DOCS.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
	expect(new Set(documented)).toEqual(new Set([...SETTING_NAMES, 'POSTGRES_BIN']))
	expect(documented).toHaveLength(SETTING_NAMES.length + 1)
})

it.each(['docs/deploy.md', 'README.md', ...files])('%s names settings and commands that exist', (file) => {
	const text = read(file)
	const settings = all(text, /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b(?=[=`/])/g)
	expect(settings.filter((name) => !SETTING_NAMES.includes(name) && !OTHERS.has(name))).toEqual([])
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string | undefined> }
	const commands = all(text, /npm run ([a-z:-]+)/g).map((name) => `scripts/${scripts[name]?.split(' ').at(-1)}.ts`)
	const named = all(
		text,
		/\b((?:scripts|server|deploy|supabase|backend)\/[\w@/.-]+\.(?:ts|service|timer|conf|toml))\b/g,
	)
	expect([...commands, ...named].filter(missing)).toEqual([])
})

it('the image copies, and units start, only what exists', () => {
	const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
		names.split(' '),
	)
	expect(copied.length).toBeGreaterThan(8)
	expect(copied.filter(missing)).toEqual([])
	const ignored = read('.dockerignore').split('\n')
	expect(copied.filter((name) => ignored.includes(name))).toEqual([])
	for (const unit of globSync('deploy/*.service', { cwd: ROOT })) {
		const [, program = '', script = ''] = /^ExecStart=\/opt\/zeitplatz\/(\S+) (?:--\S+ )*(\S+)/m.exec(read(unit)) ?? []
		expect([program, script].filter(missing)).toEqual([])
	}
})

type Project = {
	auth: {
		email: { template: Record<string, { subject: string; content_path: string }> }
		minimum_password_length: number
	}
	storage: { buckets: Record<string, { public: boolean; file_size_limit: string; allowed_mime_types: string[] }> }
	functions?: Record<string, unknown>
}

it('the hosted project gets the mails, buckets and functions of this repository', async () => {
	const project = parse(read('supabase/config.toml')) as unknown as Project
	const templates = Object.entries(project.auth.email.template)
	expect(new Set(templates.map(([name]) => name))).toEqual(HOSTED_TEMPLATES)
	for (const [name, { subject, content_path }] of templates) {
		expect(content_path).toBe(`./supabase/templates/${name}.html`)
		expect(/subject: (.*?) -->/.exec(read(content_path))?.[1]).toBe(subject)
	}
	const rows = await database.sql<{ id: string; public: boolean; limit: string; types: string[] }[]>`
		select id, public, file_size_limit as limit, allowed_mime_types as types from storage.buckets order by id collate "C"`
	expect(Object.entries(project.storage.buckets)).toEqual(
		rows.map((row) => [
			row.id,
			{ public: row.public, file_size_limit: `${Number(row.limit) / 2 ** 20}MiB`, allowed_mime_types: row.types },
		]),
	)
	const functions = Object.keys(project.functions ?? {}).map((name) => `supabase/functions/${name}/index.ts`)
	expect(functions.filter(missing)).toEqual([])
})

function missing(file: string): boolean {
	return !existsSync(path.join(ROOT, file))
}

function all(text: string, pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(([, found = '']) => found)
}
