import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextareaField } from "#app/ui/form/textarea-field";
import { wired } from "#app/ui/form/wired";
import { Id } from "#worker/contract/ids";
import { replaceLetter, withdrawLetter } from "#worker/services/letters/contract";

/** The dialogs' forms: the services' inputs as a form sends them, and the letter that was seen. */
const ofLetter = { letterId: Id, idempotencyKey };
export const WithdrawnLetter = v.object({ ...withdrawLetter.body.entries, ...ofLetter });
export const ReplacedLetter = v.object({ ...replaceLetter.body.entries, ...ofLetter });

interface LetterChangeFormProps<Values extends Record<string, unknown>> {
	form: FormMetadata<Values, string[]>;
	/** The names of the fields that show their errors themselves. */
	fields: readonly string[];
	hidden: Record<string, string>;
	children: ReactNode;
}

export const LetterChangeForm = <Values extends Record<string, unknown>>(props: LetterChangeFormProps<Values>) => {
	const { form, fields, hidden, children } = props;
	return (
		<SignedInForm method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
			{Object.entries(hidden).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<FormErrors errors={errorsElsewhere(form.allErrors, fields)} />
			{children}
		</SignedInForm>
	);
};

export const LetterReason = ({ field, autoFocusInDialog }: { field: FieldMetadata; autoFocusInDialog?: boolean }) => (
	<TextareaField
		key={field.key}
		{...wired(field)}
		label="Reason"
		description="Kept in the activity log, for staff."
		rows={2}
		required
		autoFocusInDialog={autoFocusInDialog}
	/>
);

export const noLetterInForce = "The applicant has no letter in force.";
