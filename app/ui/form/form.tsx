import { type FetcherWithComponents, Form as RemixForm, type FormProps as RemixFormProps } from "@remix-run/react";
import { forwardRef, type KeyboardEvent } from "react";
import { CsrfField } from "#app/ui/form/csrf";

export interface FormProps extends RemixFormProps {
	/** Posts without leaving the page, through this fetcher. */
	fetcher?: FetcherWithComponents<unknown>;
}

/** A form that ⌘Enter or Ctrl+Enter submits, from any of its fields. */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ fetcher, onKeyDown, ...rest }, ref) {
	const Element = fetcher?.Form ?? RemixForm;
	return (
		<Element
			{...rest}
			ref={ref}
			onKeyDown={(event) => {
				onKeyDown?.(event);
				submitOnCommandEnter(event);
			}}
		/>
	);
});

export const SignedInForm = forwardRef<HTMLFormElement, FormProps>(function SignedInForm({ children, ...rest }, ref) {
	return (
		<Form method="post" {...rest} ref={ref}>
			<CsrfField />
			{children}
		</Form>
	);
});

/** why by its own button, wherever it is: a disabled or pending one sends nothing, nor does a form that has none. */
const submitOnCommandEnter = (event: KeyboardEvent<HTMLFormElement>) => {
	if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
	event.preventDefault();
	for (const element of event.currentTarget.elements) {
		if (element instanceof HTMLButtonElement && element.type === "submit") return element.click();
	}
};
