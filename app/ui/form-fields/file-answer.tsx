import { Paperclip } from "lucide-react";
import { type ChangeEvent, type ComponentProps, useState } from "react";
import { Checkbox } from "#app/ui/checkbox";
import { controlClass } from "#app/ui/form/control-class";
import { type ControlProps, Field } from "#app/ui/form/field";
import { removeName } from "#app/ui/form-fields/field-names";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { iconProps } from "#app/ui/icon";
import {
	acceptedDocuments,
	fileTooLarge,
	isTooLarge,
	maxFileBytes,
	maxFilesPerField,
	megabytes,
	tooManyFiles,
} from "#worker/contract/forms/accepted-files";
import { formatKilobytes } from "#worker/contract/text/printed-text";

export const fileInputClass = controlClass(
	"h-9 text-text-2 file:mr-2.5 file:-ml-2.5 file:h-full file:cursor-pointer file:border-0 file:border-r file:border-line-2 file:bg-hover file:px-3 file:font-medium file:text-text",
);

/** Documents: those attached, each with a box to remove it, and an input for others instead. */
export const FileAnswer = ({ field, files = [], removedFiles = [], fileHref }: AnswerProps) => {
	const [refusal, setRefusal] = useState<string>();
	const errors = refusal ? [refusal, ...(field.errors ?? [])] : field.errors;
	const choose = (event: ChangeEvent<HTMLInputElement>) => {
		const chosen = [...(event.target.files ?? [])];
		const tooMany = chosen.length > maxFilesPerField ? tooManyFiles(maxFilesPerField) : undefined;
		setRefusal(chosen.some(isTooLarge) ? fileTooLarge : tooMany);
	};
	const limits = (
		<>
			<AboutFiles
				limits={`${acceptedDocuments.names}, at most ${maxFilesPerField} files of ${megabytes(maxFileBytes)} each`}
				about={field.description}
			/>
			{files.length > 0 && <> · A new file replaces these</>}
		</>
	);
	return (
		<Field {...field} errors={errors} description={limits}>
			{(wiring) => (
				<>
					<KeptFiles name={field.name} files={files} removedFiles={removedFiles} fileHref={fileHref} />
					<DocumentsInput {...wiring} onChange={choose} />
				</>
			)}
		</Field>
	);
};

/** Chooses documents of the kinds that are kept. */
export const DocumentsInput = (props: ControlProps & Pick<ComponentProps<"input">, "onChange">) => (
	<input {...props} type="file" multiple accept={acceptedDocuments.accept} className={fileInputClass} />
);

/** What may be attached, said before a file is refused. */
export const AboutFiles = ({ limits, about }: { limits: string; about: AnswerProps["field"]["description"] }) => (
	<>
		{about && <>{about} · </>}
		{limits}
	</>
);

type KeptFilesProps = Pick<AnswerProps, "fileHref"> &
	Required<Pick<AnswerProps, "files" | "removedFiles">> & { name: string };

export const KeptFiles = ({ name, files, removedFiles, fileHref }: KeptFilesProps) =>
	files.length === 0 ? null : (
		<ul className="grid gap-1">
			{files.map((file) => (
				<li key={file.id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
					<span className="flex min-w-0 items-center gap-1.5">
						<Paperclip {...iconProps} className="shrink-0 text-text-3" />
						<FileName file={file} href={fileHref?.(file)} />
						<span className="shrink-0 text-sm text-text-3">{formatKilobytes(file.size)}</span>
					</span>
					<label htmlFor={`remove-${file.id}`} className="ml-auto flex items-center gap-2 text-text-2">
						<Checkbox
							id={`remove-${file.id}`}
							name={removeName(name)}
							value={file.id}
							defaultChecked={removedFiles.includes(file.id)}
							aria-label={`Remove ${file.name}`}
						/>
						Remove
					</label>
				</li>
			))}
		</ul>
	);

const FileName = ({ file, href }: { file: { name: string }; href: string | undefined }) =>
	href ? (
		<a href={href} target="_blank" rel="noreferrer" className="min-w-0 truncate text-link">
			{file.name}
		</a>
	) : (
		<span className="min-w-0 truncate">{file.name}</span>
	);
