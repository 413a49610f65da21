import type { Question } from './questions.ts'

/** schema.org FAQPage of these questions, with their answers as text. */
export function faqPage(questions: Question[]): object {
	return {
		'@context': 'https://schema.org',
		'@type': 'FAQPage',
		mainEntity: questions.map(({ question, answer }) => ({
			'@type': 'Question',
			name: question,
			acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
		})),
	}
}
