import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

type Shared = {
	label: string
	/** Name of the value in the form. */
	name: string
	/** What to type, shown below the label. */
	hint?: ReactNode
	/** What is wrong with the typed value, one sentence. */
	error?: string
}

/** A line of text with label, hint and error, wired for screen readers. Required unless `optional`. */
export function TextField({
	label,
	name,
	hint,
	error,
	optional = false,
	id: given,
	className,
	...rest
}: Shared & { optional?: boolean } & ComponentProps<'input'>) {
	const own = useId()
	const id = given ?? own
	return (
		<Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
			<input
				id={id}
				name={name}
				required={!optional}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, hint, error)}
				className={styles.input}
				{...rest}
			/>
		</Field>
	)
}

/** Several lines of text; otherwise like TextField. */
export function TextArea({
	label,
	name,
	hint,
	error,
	optional = false,
	id: given,
	className,
	...rest
}: Shared & { optional?: boolean } & ComponentProps<'textarea'>) {
	const own = useId()
	const id = given ?? own
	return (
		<Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
			<textarea
				id={id}
				name={name}
				rows={4}
				required={!optional}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, hint, error)}
				className={styles.input}
				{...rest}
			/>
		</Field>
	)
}

/** A choice from a list; `children` are the options. Otherwise like TextField. */
export function SelectField({
	label,
	name,
	hint,
	error,
	optional = false,
	id: given,
	className,
	children,
	...rest
}: Shared & { optional?: boolean } & ComponentProps<'select'>) {
	const own = useId()
	const id = given ?? own
	return (
		<Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
			<select
				id={id}
				name={name}
				required={!optional}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, hint, error)}
				className={styles.input}
				{...rest}
			>
				{children}
			</select>
		</Field>
	)
}

type FieldProps = Omit<Shared, 'name'> & { id: string; optional: boolean; className?: string; children: ReactNode }

function Field({ id, label, hint, error, optional, className, children }: FieldProps) {
	return (
		<div className={`${styles.field} ${className ?? ''}`}>
			<label htmlFor={id} className={styles.label}>
				{label}
				{optional ? <span className={styles.optional}> (freiwillig)</span> : null}
			</label>
			{hint ? (
				<p id={`${id}-hint`} className={styles.hint}>
					{hint}
				</p>
			) : null}
			{children}
			{error ? (
				<p id={`${id}-error`} className={styles.error}>
					{error}
				</p>
			) : null}
		</div>
	)
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
	return [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined
}
