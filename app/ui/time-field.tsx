import { type ComponentProps, useState } from 'react'
import { readTime } from '#app/lib/typed-times.ts'
import { FieldError } from './field-error.tsx'
import { Field, type TextProps, useField } from './text-field.tsx'
import { TypedInput } from './typed-input.tsx'

/** Whether 24:00 is allowed, as the end of a day. */
type Ends = { ends?: boolean; defaultValue?: string; min?: string; max?: string }

const asRead = (value: string): string => value

/** A time of day, HH:MM, typed as people say it ("9", "930"). Otherwise like TextField; the server reads it with `readTime`. */
export function TimeField({ ends, error, ...rest }: TextProps & Ends) {
	const [fault, setFault] = useState<string>()
	const { frame, control } = useField({ ...rest, error: fault ?? error })
	return (
		<Field {...frame}>
			<TypedInput
				kind="time"
				read={(text) => readTime(text, { ends })}
				show={asRead}
				onRead={(typed) => setFault(typed.fault)}
				{...control}
			/>
		</Field>
	)
}

type Props = Omit<ComponentProps<typeof TypedInput>, 'kind' | 'read' | 'show' | 'bare'> &
	Ends & { error?: string; id: string }

/** Like TimeField without label and picker, for tables of times; `aria-label` names it, the error is shown below. */
export function TimeInput({ ends, error, ...rest }: Props) {
	const [fault, setFault] = useState<string>()
	const message = fault ?? error
	const note = `${rest.id}-error`
	return (
		<>
			<TypedInput
				bare
				kind="time"
				read={(text) => readTime(text, { ends })}
				show={asRead}
				onRead={(typed) => setFault(typed.fault)}
				aria-invalid={message ? true : undefined}
				aria-describedby={message ? note : undefined}
				{...rest}
			/>
			{message ? <FieldError id={note}>{message}</FieldError> : null}
		</>
	)
}
