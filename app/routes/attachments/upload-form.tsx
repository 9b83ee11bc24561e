import { useNavigation } from "@remix-run/react";
import { Trash2, Upload } from "lucide-react";
import { useKeptKey } from "#app/api/use-kept-key";
import type { RefusedAttachments } from "#app/routes/attachments/change-attachments.server";
import { Button } from "#app/ui/button";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { DocumentsInput } from "#app/ui/form-fields/file-answer";
import { acceptedDocuments, maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";

interface UploadFormProps {
	/** The documents that the form asks for. */
	fields: readonly { value: string; label: string }[];
	idempotencyKey: string;
	answer: RefusedAttachments | undefined;
}

/** Uploads a document, or a newer one instead. */
export const UploadForm = ({ fields, idempotencyKey, answer }: UploadFormProps) => {
	const navigation = useNavigation();
	const key = useKeptKey(idempotencyKey, answer);
	return (
		<SignedInForm
			method="post"
			encType="multipart/form-data"
			preventScrollReset
			noValidate
			aria-label="Upload a document"
			className="mt-5 grid gap-3 border-t border-line pt-4 print:hidden"
		>
			<input type="hidden" name="idempotencyKey" value={key} />
			<FormErrors errors={answer?.errors.form ?? []} />
			<div className="grid items-start gap-3 sm:grid-cols-2">
				<SelectField
					name="field"
					label="Document"
					placeholder="Choose a document"
					options={fields}
					defaultValue={answer?.fieldId ?? ""}
					errors={answer?.errors.field}
				/>
				<Field
					name="files"
					label="File"
					errors={answer?.errors.files}
					description={`${acceptedDocuments.names}, ${megabytes(maxFileBytes)} at most. Replaces what is there.`}
				>
					{(wiring) => <DocumentsInput {...wiring} />}
				</Field>
			</div>
			<div>
				<Button icon={Upload} pending={navigation.formData?.has("files") ?? false}>
					Upload
				</Button>
			</div>
		</SignedInForm>
	);
};

/** Removes a file after a question. why by `details`: it asks without scripts too. */
export const RemoveFile = ({
	file,
	idempotencyKey,
}: {
	file: { id: string; title: string };
	idempotencyKey: string;
}) => (
	<details className="relative z-1 print:hidden">
		<summary className="cursor-pointer rounded-sm px-1 text-sm text-text-2 hover:text-text">
			Remove<span className="sr-only"> {file.title}</span>
		</summary>
		<SignedInForm method="post" encType="multipart/form-data" preventScrollReset className="mt-1.5">
			<input type="hidden" name="idempotencyKey" value={`${idempotencyKey}-${file.id}`.slice(0, 64)} />
			<input type="hidden" name="remove" value={file.id} />
			<Button variant="danger" size="small" icon={Trash2}>
				Remove for good
			</Button>
		</SignedInForm>
	</details>
);
