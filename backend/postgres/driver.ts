import { registerHooks } from 'node:module'
import { MENDS } from './driver-mends.ts'

const SOURCE = /\/node_modules\/postgres\/src\/(connection|index)\.js$/

/**
 * Applies the mends to the driver's source. @throws Error when a piece does not occur exactly once, because this is another
 * version of the driver.
 */
export function mend(file: string, text: string): string {
	return MENDS.filter((one) => one.file === file).reduce((mended, { find, put }) => {
		const parts = mended.split(find)
		if (parts.length !== 2)
			throw new Error(`The driver "postgres" is not the one we know: ${file} has not once: ${find}`)
		return parts.join(put)
	}, text)
}

const hooks = registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context)
		const file = SOURCE.exec(url)?.[1]
		if (!file || !loaded.source) return loaded
		return { ...loaded, source: mend(`${file}.js`, Buffer.from(loaded.source as Uint8Array).toString()) }
	},
})
const { default: postgres } = await import('postgres').finally(() => hooks.deregister())
if (!('mended' in postgres)) throw new Error('The driver "postgres" was loaded before its mends: import it from here')

/** The driver `postgres`, patched while it is loaded so that it survives lost connections. All code imports it from here. */
export default postgres
