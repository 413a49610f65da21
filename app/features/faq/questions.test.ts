import { expect, test } from 'vitest'
import { questionsOf } from './questions.ts'
import { faqPage } from './schema-org-faq.ts'

const WORDS = { today: 'Nichts', share: 'Später', never: 'Nie', notice: 'Bald' }

const all = questionsOf(WORDS).flatMap(({ questions }) => questions)

test('each question has an address of its own', () => {
	expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

test('search engines read what the page says', () => {
	const [first] = all
	expect(faqPage(all)).toMatchObject({
		'@type': 'FAQPage',
		mainEntity: all.map(({ question }) => ({ '@type': 'Question', name: question })),
	})
	expect(JSON.stringify(faqPage(all))).toContain(first?.answer[1])
})
