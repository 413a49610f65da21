import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Patch = {
	/** Checksum of the module for which the patch was written. */
	sha256: string
	mend(source: string): string
}

const MODULE = /react-router[\\/]dist[\\/]\w+[\\/]lib[\\/](.+)\.js$/

/**
 * Modules of the router that are changed for the browser, by their path below the router's `lib`. The loading of pages is one: a file
 * that cannot be loaded would reload the open page, which without a connection would leave nothing of it. The other is the page shown
 * when even our error pages fail, which is in English and includes a stack.
 */
export const PATCHES: Record<string, Patch> = {
	'dom/ssr/routeModules': {
		sha256: '45f3a613573facb68627108934dc0d7dab433f1f4e999328df8eabda1a591412',
		mend: () => `
			export async function loadRouteModule(route, modules) {
				if (route.id in modules) return modules[route.id]
				if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
				try {
					return (modules[route.id] = await import(/* @vite-ignore */ route.module))
				} catch {
					location.reload()
					return new Promise(() => {})
				}
			}`,
	},
	// For a preloaded page, the router also loads the module, to ask it for links, and reloads the open page when that fails. Only the
	// root has links here, and it is already loaded.
	'dom/ssr/links': {
		sha256: '5429fb40b03e9d6b2820b282f70642320366e83af1d2c1398169165f03c7282b',
		mend: (source) => source.replace('await loadRouteModule(route, routeModules)', '(routeModules[route.id] ?? {})'),
	},
	'dom/ssr/errorBoundaries': {
		sha256: '2b5d5466a751b1a0c6627e956bb9973696f27adccbc936244121291d025ddb42',
		mend: () => `
			import { Component, createElement } from 'react'
			export const RemixRootDefaultErrorBoundary = () => 'Bei uns ist etwas schiefgegangen. Bitte laden Sie die Seite neu.'
			export const BoundaryShell = ({ children }) => children
			export class RemixErrorBoundary extends Component {
				state = { failed: false }
				static getDerivedStateFromError = () => ({ failed: true })
				render() {
					if (!this.state.failed) return this.props.children
					return createElement('html', { lang: 'de' }, createElement('body', null, RemixRootDefaultErrorBoundary()))
				}
			}`,
	},
}

/** Applies the patches to the browser's modules. The build fails when a module is missing or has changed. */
export function routerPatches(patches = PATCHES): Plugin {
	const applied = new Set<string>()
	return {
		name: 'router-patches',
		apply: 'build',
		applyToEnvironment: (environment) => environment.name === 'client',
		transform: {
			filter: { id: MODULE },
			handler(source, id) {
				const name = MODULE.exec(id)?.[1]?.replaceAll('\\', '/') ?? ''
				const patch = patches[name]
				if (!patch) return undefined
				const found = createHash('sha256').update(readFileSync(id)).digest('hex')
				if (found !== patch.sha256)
					this.error(
						`The router's ${name} has changed: read it, mend the patch in scripts/router-patches.ts, write ${found}.`,
					)
				applied.add(name)
				return { code: patch.mend(source), map: null }
			},
		},
		buildEnd(error) {
			const missing = Object.keys(patches).filter((name) => !applied.has(name))
			if (!error && missing.length > 0)
				this.error(`The router has no ${missing.join(', ')} any more (scripts/router-patches.ts).`)
		},
	}
}
