import { TextField } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { erasureWord } from "#worker/contract/erasure";

interface Typed {
	value: string;
	errors?: readonly string[] | undefined;
}

/** What an erasure asks for: the reason, and a word that nobody types by mistake. */
export const ErasureFields = ({ reason, confirm }: { reason: Typed; confirm: Typed }) => (
	<>
		<TextareaField
			name="reason"
			label="Reason"
			description="Kept with the application number. Name nobody in it."
			rows={2}
			required
			autoFocusInDialog
			defaultValue={reason.value}
			errors={reason.errors}
		/>
		<TextField
			name="confirm"
			label={`Type ${erasureWord}`}
			description="It cannot be undone."
			required
			autoComplete="off"
			className="max-w-100"
			defaultValue={confirm.value}
			errors={confirm.errors}
		/>
	</>
);

/** What goes and what stays, before anybody is erased. */
export const AboutErasure = () => (
	<div className="grid gap-2 text-text-2">
		<p>
			<strong className="text-text">Removed:</strong> names, addresses, answers, pictures and documents, letters,
			emails, referees, notes and the log, in every record that was merged into theirs, and what uploaded lists have of
			them.
		</p>
		<p>
			<strong className="text-text">Kept:</strong> the application number, when they applied and for what, and payments
			with their references and amounts, without the payer.
		</p>
		<p>
			<strong className="text-text">Not reached:</strong> files that were downloaded before, rows of uploaded lists that
			were not imported, or were removed before the person applied, the search words of earlier tasks, notes in the
			ledger of payments, and texts that were sent to several.
		</p>
	</div>
);
