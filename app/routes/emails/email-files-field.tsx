import { Paperclip } from "lucide-react";
import { type ChangeEvent, useState } from "react";
import { attachmentLimits, wrongFiles } from "#app/routes/emails/email-form";
import { Callout } from "#app/ui/callout";
import { Field } from "#app/ui/form/field";
import { DocumentsInput } from "#app/ui/form-fields/file-answer";
import { iconProps } from "#app/ui/icon";
import { acceptedDocuments } from "#worker/contract/forms/accepted-files";
import { formatKilobytes } from "#worker/contract/text/printed-text";

interface EmailFilesFieldProps {
	errors: readonly string[] | undefined;
	/** Files chosen before the page was rendered again. */
	lost: readonly string[];
}

export const EmailFilesField = ({ errors, lost }: EmailFilesFieldProps) => {
	const [files, setFiles] = useState<readonly File[]>([]);
	const choose = ({ target }: ChangeEvent<HTMLInputElement>) => setFiles([...(target.files ?? [])]);
	const refusal = wrongFiles(files).attachments;
	return (
		<div className="grid grid-cols-1 gap-2">
			{lost.length > 0 && files.length === 0 && (
				<Callout tone="warning" role="status">
					A page cannot keep chosen files. Choose {lost.length === 1 ? "this one" : "these"} again: {lost.join(", ")}
				</Callout>
			)}
			<Field
				name="attachments"
				label="Attachments"
				errors={refusal ?? errors}
				description={`${acceptedDocuments.names}. ${attachmentLimits}`}
			>
				{(wiring) => <DocumentsInput {...wiring} onChange={choose} />}
			</Field>
			{files.length > 0 && (
				<ul aria-label="Chosen files" className="flex flex-wrap gap-x-4 gap-y-1">
					{files.map((file) => (
						<li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex min-w-0 items-center gap-1.5">
							<Paperclip {...iconProps} className="shrink-0 text-text-3" />
							<span className="min-w-0 truncate">{file.name}</span>
							<span className="shrink-0 text-sm text-text-3">{formatKilobytes(file.size)}</span>
						</li>
					))}
				</ul>
			)}
		</div>
	);
};
