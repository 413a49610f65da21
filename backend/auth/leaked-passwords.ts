import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { GERMAN_PASSWORDS } from './german-passwords.ts'

// The 49,000 most frequent passwords from leaks (MIT licence), most frequent first.
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'

let loading: Promise<Float64Array> | undefined

/** Whether the password is on the lists that everybody guesses from, in any case. The lists are read on the first call. */
export async function isLeaked(password: string): Promise<boolean> {
	loading ??= load()
	const known = await loading
	const wanted = fingerprint(password)
	let low = 0
	let high = known.length - 1
	while (low <= high) {
		const middle = (low + high) >>> 1
		const found = known[middle] ?? 0
		if (found === wanted) return true
		if (found < wanted) low = middle + 1
		else high = middle - 1
	}
	return false
}

// As fingerprints the list takes 400 KB instead of the 5 MB of its strings; one in 10^11 other passwords shares a
// fingerprint.
async function load(): Promise<Float64Array> {
	const file = createRequire(import.meta.url).resolve(LIST)
	const common = JSON.parse(await fs.readFile(file, 'utf8')) as string[]
	return Float64Array.from([...common, ...GERMAN_PASSWORDS], fingerprint).sort()
}

/** 53 bits of FNV-1a, over both bytes of each character. */
function fingerprint(password: string): number {
	let [left, right] = [0x811c9dc5, 0x9747b28c]
	for (const unit of password.toLowerCase()) {
		const code = unit.codePointAt(0) ?? 0
		left = Math.imul(left ^ code, 0x01000193)
		right = Math.imul(right ^ (code + left), 0x01000193)
	}
	return (left >>> 0) * 2 ** 21 + (right >>> 11)
}
