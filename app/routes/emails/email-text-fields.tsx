import type { MutableRefObject } from "react";
import { htmlOfTyped } from "#app/format/typed-html";
import type { EmailErrors } from "#app/routes/emails/email-form";
import { fieldsOfEmails } from "#app/routes/emails/merge-fields";
import { useShell } from "#app/shell/shell-context";
import { Field } from "#app/ui/form/field";
import { TextField } from "#app/ui/form/text-field";
import type { InsertText } from "#app/ui/form-fields/insert-text";
import { RichTextControl } from "#app/ui/form-fields/rich-text-control";
import { useInsertWhereWritten } from "#app/ui/form-fields/use-insert-where-written";
import { useHydrated } from "#app/ui/use-hydrated";

interface EmailTextFieldsProps {
	subject: string;
	message: string;
	errors: EmailErrors;
	/** The fields of the application's form, which are merge fields too. */
	formFields: readonly { name: string; label: string }[];
	/** Set while the fields are mounted: inserts where the user wrote last. */
	insert: MutableRefObject<InsertText | undefined>;
}

export const EmailTextFields = ({ subject, message, errors, formFields, insert }: EmailTextFieldsProps) => {
	const hydrated = useHydrated();
	const { organisation } = useShell();
	const { place, intoText } = useInsertWhereWritten(insert);
	return (
		<div ref={place} className="grid grid-cols-1 gap-4">
			<TextField
				name="subject"
				label="Subject"
				defaultValue={subject}
				errors={errors.subject}
				required
				autoComplete="off"
				autoFocusInDialog
			/>
			<Field
				name="message"
				label="Message"
				errors={errors.message}
				required
				description={!hydrated && "An empty line begins a new paragraph. Marks such as <b>bold</b> are kept."}
			>
				{(wiring) => (
					<RichTextControl
						wiring={wiring}
						label="Message"
						source={message}
						readTyped={htmlOfTyped}
						insert={intoText}
						mergeLabels={Object.fromEntries(
							[...fieldsOfEmails(organisation.aliases.course), ...formFields].map(({ name, label }) => [name, label]),
						)}
					/>
				)}
			</Field>
		</div>
	);
};
