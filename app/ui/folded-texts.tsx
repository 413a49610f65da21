import styles from './folded-texts.module.css'

type Props = { texts: { title: string; paragraphs: string[] }[] }

/** Long texts that few people read, each folded below its title. */
export function FoldedTexts({ texts }: Props) {
	return (
		<div className={styles.texts}>
			{texts.map(({ title, paragraphs }) => (
				<details key={title}>
					<summary>{title}</summary>
					{paragraphs.map((paragraph) => (
						<p key={paragraph}>{paragraph}</p>
					))}
				</details>
			))}
		</div>
	)
}
