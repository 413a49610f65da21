import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..', '..')

// Words that mean something else in other places.
const AMBIGUOUS = new Set(['Bestätigung', 'geblockte', 'gesperrte Zeit'])
// Words of the law, not ours.
const QUOTING = new Set(['app/features/legal/withdrawal.ts'])

// Invoices are "storniert", appointments are not.
const INVOICES = new Set([
	...['app/lib/billing-texts.ts', 'app/features/billing/commission-panel.tsx', 'app/features/billing/words.ts'],
	...['app/features/notifications/billing-mail.ts', 'app/features/operator/money-invoices.tsx'],
	'app/features/operator/money-words.ts',
])

/** The words that "Words for people" in the glossary rules out. */
function avoided(): string[] {
	const text = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8').split('## Words for people')[1] ?? ''
	const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| we say'))
	return rows.flatMap((row) => row.split('|')[2]?.trim().split(', ') ?? []).filter((word) => !AMBIGUOUS.has(word))
}

/** What people read in a file, as far as that can be told: without comments, addresses and single names in quotes. */
function readable(file: string): string {
	const text = readFileSync(path.join(ROOT, file), 'utf8')
	return (INVOICES.has(file) ? text.replaceAll(/storni\w+/gi, '') : text)
		.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
		.replaceAll(/\/umbuchen/g, '')
		.replaceAll(/(['"`])[a-z]+\1/g, '')
}

function* files(): Iterable<string> {
	for (const folder of ['app', 'supabase/templates']) {
		for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
			const file = `${folder}/${name}`
			if (/\.(tsx?|html)$/.test(file) && !/\.test\.tsx?$/.test(file) && !QUOTING.has(file)) yield file
		}
	}
}

it('one thing has one word, in all that people read', () => {
	const words = avoided()
	expect(words).toContain('kostenfrei')
	// Also as it is bent: "verlegen", "verlegt".
	const stems = words.map((word) => word.replace(/en$/, ''))
	const wrong = [...files()].flatMap((file) =>
		readable(file)
			.split('\n')
			.filter((line) => stems.some((stem) => line.toLowerCase().includes(stem.toLowerCase())))
			.map((line) => `${file}: ${line.trim()}`),
	)
	expect(wrong).toEqual([])
})
