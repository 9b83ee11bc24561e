import type { FieldMetadata } from "@conform-to/react";
import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { TextField } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { wired } from "#app/ui/form/wired";
import { addReferee, correctReferee, removeReferee } from "#worker/services/referees/contract";

/** The dialogs' forms: the service's inputs as a form sends them. */
export const AddedReferee = v.object({ ...addReferee.body.entries, idempotencyKey });
export const CorrectedReferee = v.object({ ...correctReferee.body.entries, idempotencyKey });
export const RemovedReferee = v.object({ ...removeReferee.body.entries, idempotencyKey });

type Named<K extends string> = Record<K, FieldMetadata>;

/** §4's fields of a referee. */
export const RefereeFields = ({
	fields,
	mailNote,
}: {
	fields: Named<"name" | "email" | "phone">;
	mailNote: string;
}) => (
	<>
		<TextField key={fields.name.key} {...wired(fields.name)} label="Name" required autoFocusInDialog />
		<TextField
			key={fields.email.key}
			{...wired(fields.email)}
			label="Email address"
			description={mailNote}
			type="email"
			required
		/>
		<TextField key={fields.phone.key} {...wired(fields.phone)} label="Phone number" type="tel" />
	</>
);

/** What the user has seen of the referee: a colleague may change them meanwhile. */
export const SeenReferee = ({ name, email, phone }: { name: string; email: string; phone: string }) => (
	<>
		<input type="hidden" name="seenName" value={name} />
		<input type="hidden" name="seenEmail" value={email} />
		<input type="hidden" name="seenPhone" value={phone} />
	</>
);

export const RefereeReason = ({ field, autoFocusInDialog }: { field: FieldMetadata; autoFocusInDialog?: boolean }) => (
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
