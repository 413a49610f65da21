import { registerHooks } from 'node:module'
import { MENDS } from './driver-mends.ts'

const SOURCE = /\/node_modules\/postgres\/src\/(connection|index)\.js$/

/** The text with its mends. @throws Error when a piece does not stand in it exactly once: it is another version of the driver. */
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

/** The driver `postgres`, patched while it is loaded so that it survives the loss of its connections. Everybody imports it from here. */
export default postgres
