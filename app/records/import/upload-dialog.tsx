import { useActionData } from "@remix-run/react";
import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { keepPage } from "#app/api/keep-page";
import type { uploadList } from "#app/records/import/upload-list.server";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { fileInputClass } from "#app/ui/form-fields/file-answer";
import { maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import { filePart } from "#worker/contract/imports";

interface UploadDialogProps {
	title: string;
	closeTo: string;
	idempotencyKey: string;
	/** What the columns of the list are: "JAMB number, names". */
	columns: string;
	/** Stands above the field: what the list is of. */
	above?: ReactNode;
	/** Stands below the field: a link to a template. */
	children?: ReactNode;
}

const formId = "upload-list";

/** The dialog in which a list is uploaded. */
export const UploadDialog = ({ title, closeTo, idempotencyKey, columns, above, children }: UploadDialogProps) => {
	const refusal = useActionData<typeof uploadList>();
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title={title}
			description="You see the rows before anything is added."
			closeTo={closeTo}
			cancel
			footer={
				<Button form={formId} variant="primary" icon={Upload} pending={isAwaiting}>
					Upload
				</Button>
			}
		>
			<SignedInForm method="post" encType="multipart/form-data" id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={refusal?.form ? [refusal.form] : null} />
				{above}
				<Field
					name={filePart}
					label="List"
					required
					autoFocusInDialog={!above}
					errors={refusal?.file ? [refusal.file] : null}
					description={`An Excel workbook (.xlsx) or a CSV file with a heading, at most ${megabytes(maxFileBytes)} and 100,000 rows: ${columns}.`}
				>
					{(wiring) => <input {...wiring} type="file" accept=".xlsx,.csv,.tsv,.txt" className={fileInputClass} />}
				</Field>
				{children}
			</SignedInForm>
		</Dialog>
	);
};

/** Sends the form from its dialog, which stays when no response comes (§8). */
export const keepUpload = keepPage<typeof uploadList>(({ problem: { error } }) => ({ file: "", form: error }));
