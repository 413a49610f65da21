import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { PATCHES, routerPatches } from './router-patches.ts'

const LIB = path.join(
	path.dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
	'dist/production/lib',
)
const fileOf = (name: string, lib = LIB): string => path.join(lib, `${name}.js`)

const context = {
	error(message: string): never {
		throw new Error(message)
	},
}
type Hooks = {
	transform: { handler(this: typeof context, source: string, id: string): { code: string } | undefined }
	buildEnd(this: typeof context, error?: Error): void
}
const hooks = (plugin: Plugin): Hooks => plugin as unknown as Hooks

test('the installed router has the modules that the patches were written for, and each patch changes its own', async () => {
	const { transform, buildEnd } = hooks(routerPatches())
	for (const name of Object.keys(PATCHES)) {
		const source = await fs.readFile(fileOf(name), 'utf8')
		expect(transform.handler.call(context, source, fileOf(name))?.code).not.toBe(source)
	}
	expect(transform.handler.call(context, '', fileOf('dom/ssr/components'))).toBeUndefined()
	buildEnd.call(context)
})

test('the build fails when a module has changed', async () => {
	const lib = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'router-')), 'react-router/dist/production/lib')
	const file = fileOf('dom/ssr/links', lib)
	await fs.mkdir(path.dirname(file), { recursive: true })
	await fs.writeFile(file, `${await fs.readFile(fileOf('dom/ssr/links'), 'utf8')}\n`)
	expect(() => hooks(routerPatches()).transform.handler.call(context, '', file)).toThrow('dom/ssr/links has changed')
})

test('the build fails when a module is gone, but not a second time after another fault', () => {
	const { buildEnd } = hooks(routerPatches())
	expect(() => buildEnd.call(context)).toThrow(
		'no dom/ssr/routeModules, dom/ssr/links, dom/ssr/errorBoundaries any more',
	)
	buildEnd.call(context, new Error('another'))
})
