import path from 'node:path'
import { firstUseBytes, MOST_AT_FIRST, MOST_IN_USE, weighPublicPages } from '#scripts/page-weight.ts'

// JavaScript of every public page, compressed with gzip, from the built manifest: what its first visit loads by itself, and what loads once
// the page is used (hydrated). In thousands of bytes; exits with 1 above a bar. e2e/page-weight.spec.ts holds the same bars.
type Built = { routes: Record<string, { module: { handle?: { waits?: boolean } } }> }
const built = (await import(path.join(import.meta.dirname, '..', 'build', 'server', 'index.js'))) as Built

const [pages, inline] = [await weighPublicPages(), await firstUseBytes()]
console.log('gzip KB on load, after first use, files, page')
for (const { route, address, files, bytes } of pages) {
	const waits = built.routes[route]?.module.handle?.waits === true
	const over = (waits && inline > MOST_AT_FIRST) || bytes > MOST_IN_USE
	if (over) process.exitCode = 1
	const cells = [kilobytes(waits ? inline : bytes).padStart(15), kilobytes(bytes).padStart(15)]
	console.log(`${cells.join(' ')} ${String(files.size).padStart(6)}  ${address}${over ? '  ABOVE THE BAR' : ''}`)
}
const largest = [...new Map(pages.flatMap(({ files }) => [...files]))].toSorted((one, other) => other[1] - one[1])
console.log('largest')
for (const [file, bytes] of largest.slice(0, 5)) console.log(`${kilobytes(bytes).padStart(15)}  ${file}`)
process.exit()

function kilobytes(bytes: number): string {
	return (bytes / 1000).toFixed(1)
}
