import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Checks the form of the checklist. Whether a row is true is up to its authors.
const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'docs')
const DOC = readFileSync(path.join(FOLDER, 'security.md'), 'utf8')
const exists = (file: string): boolean => existsSync(path.join(ROOT, file))

const PATH =
	/^(?:\.\/)?(?:(?:app|backend|bench|deploy|docs|e2e|public|scripts|server|supabase)\/[\w@./-]+|[\w-]+\.(?:json|md|ts))$/
const quotedPaths = (text: string): string[] =>
	[...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word).filter((word) => PATH.test(word))
/** Targets of links within the repository, relative to its root. */
const linkedPaths = (text: string): string[] =>
	[...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, to = '']) => path.relative(ROOT, path.join(FOLDER, to)))
const proofs = (text: string): string[] => [...quotedPaths(text), ...linkedPaths(text)]

type Row = { number: string; met: string; shown: string; chapter: string }
const rows: Row[] = DOC.split(/^### /m)
	.slice(1)
	.flatMap((chapter) =>
		[...chapter.matchAll(/^\| ([\d.]+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
			([, number = '', met = '', shown = '']) => ({ number, met, shown, chapter: /^V(\d+) /.exec(chapter)?.[1] ?? '' }),
		),
	)

/** The number of requirements that ASVS 5.0 has at levels 1 and 2 in each section of chapters 1 to 16. */
const SECTIONS: Record<string, number[]> = {
	...{ '1': [2, 9, 11, 3, 2], '2': [3, 3, 4, 1], '3': [0, 2, 4, 6, 5, 0, 2], '4': [3, 1, 2, 4], '5': [1, 3, 2, 3] },
	...{ '6': [3, 12, 4, 4, 5, 3, 0, 4], '7': [3, 4, 2, 5, 2, 2], '8': [2, 3, 1, 1], '9': [3, 4] },
	...{ '10': [2, 2, 4, 11, 5, 2, 3], '11': [2, 3, 3, 4, 1, 1], '12': [3, 2, 4], '13': [1, 5, 2, 5] },
	...{ '14': [2, 4, 3], '15': [3, 3, 7], '16': [1, 5, 4, 3, 3] },
}

test('every file that the page names exists', () => {
	const named = proofs(DOC)
	expect(named.length).toBeGreaterThan(200)
	expect([...new Set(named)].filter((file) => !exists(file))).toEqual([])
})

test('every line of a table of the checklist is a row', () => {
	const lines = DOC.slice(DOC.indexOf('## Checklist')).match(/^\| *\d.*$/gm) ?? []
	expect(lines.length).toBe(rows.length)
})

test('every requirement has one row, in its chapter', () => {
	const wanted = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
		sections.flatMap((count, section) =>
			Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
		),
	)
	const numbers = rows.map(({ number }) => number)
	expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
	expect(wanted.filter((number) => !numbers.includes(number))).toEqual([])
	expect(rows.filter(({ number, chapter }) => !number.startsWith(`${chapter}.`))).toEqual([])
})

test('a row says yes, part, no or n/a; a yes names a file or a decision, the others a reason', () => {
	for (const { number, met, shown } of rows) {
		expect({ number, met }).toEqual({ number, met: expect.stringMatching(/^(?:yes|part|no|n\/a)$/) })
		expect({ number, shown: shown.trim().length > 3 }).toEqual({ number, shown: true })
	}
	const unproved = rows.filter(({ met, shown }) => met === 'yes' && proofs(shown).length === 0)
	expect(unproved).toEqual([])
})
