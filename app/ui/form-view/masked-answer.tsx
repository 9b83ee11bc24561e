import { useFetcher } from "@remix-run/react";
import { Eye } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button";
import { FieldErrors } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormValue, type FormValueProps, Mask } from "#app/ui/form-view/form-value";
import type { ReadField } from "#worker/contract/forms/form-reading";

/** What the address that reveals answers. */
export interface Revealed {
	/** The answers as they are, by field. */
	fields: ReadField[];
	error: string | null;
}

/** Name of the inputs that say which fields are revealed. */
export const revealName = "field";

/** Returns the id of the button that reveals a field. */
export const revealButton = (fieldId: string): string => `reveal-${fieldId}`;

interface MaskedAnswerProps {
	field: Extract<ReadField, { kind: "masked" }>;
	revealAt: string;
	draw: Omit<FormValueProps, "field">;
}

/** A sensitive answer with a button that reveals it until the page is left. Without scripts, a page shows the answer. */
export const MaskedAnswer = ({ field, revealAt, draw }: MaskedAnswerProps) => {
	// why the address in the key: another applicant's field must never show what was revealed of this one.
	const fetcher = useFetcher<Revealed>({ key: `reveal ${revealAt} ${field.fieldId}` });
	const revealed = fetcher.data?.fields.find(({ fieldId }) => fieldId === field.fieldId);
	const shown = useRef<HTMLSpanElement>(null);
	useEffect(() => {
		// why: the button that had the focus is gone, and what is around it has the focus now, if nothing else has.
		if (revealed && document.activeElement?.contains(shown.current)) shown.current?.focus();
	}, [revealed]);
	if (revealed)
		return (
			<span ref={shown} role="status" tabIndex={-1} className="rounded-sm outline-none">
				<FormValue field={revealed} {...draw} />
			</span>
		);
	const { error = null } = fetcher.data ?? {};
	const id = revealButton(field.fieldId);
	return (
		<SignedInForm
			fetcher={fetcher}
			action={revealAt}
			preventScrollReset
			className="flex flex-wrap items-center gap-x-2.5 gap-y-1 print:block"
		>
			<Mask value={field.value} />
			<Button
				id={id}
				name={revealName}
				value={field.fieldId}
				variant="ghost"
				size="small"
				icon={Eye}
				pending={fetcher.state !== "idle"}
				aria-label={`Reveal ${field.label}`}
				aria-describedby={error ? `${id}-error` : undefined}
				className="-my-1 print:hidden"
			>
				Reveal
			</Button>
			{error && <FieldErrors id={`${id}-error`} errors={[error]} />}
		</SignedInForm>
	);
};
