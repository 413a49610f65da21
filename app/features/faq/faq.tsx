import { JsonLd } from '#app/ui/json-ld.tsx'
import styles from './faq.module.css'
import type { priceWords } from '#app/features/business/price-words.ts'
import { type Question, questionsOf } from './questions.ts'
import { faqPage } from './schema-org-faq.ts'

/** All questions in their groups, each with its answer folded below it, and the same for search engines. */
export function Faq({ words }: { words: ReturnType<typeof priceWords> }) {
	const groups = questionsOf(words)
	return (
		<>
			<JsonLd data={import.meta.env.SSR ? faqPage(groups.flatMap(({ questions }) => questions)) : undefined} />
			{groups.map(({ title, questions }) => (
				<section key={title}>
					<h2>{title}</h2>
					{questions.map((question) => (
						<Entry key={question.id} {...question} />
					))}
				</section>
			))}
		</>
	)
}

function Entry({ id, question, answer, links = [] }: Question) {
	return (
		<details id={id} className={styles.entry}>
			<summary>
				<h3>{question}</h3>
			</summary>
			{answer.map((paragraph) => (
				<p key={paragraph}>{paragraph}</p>
			))}
			{links.map(({ label, to }) => (
				<p key={to}>
					<a href={to}>{label}</a>
				</p>
			))}
		</details>
	)
}
