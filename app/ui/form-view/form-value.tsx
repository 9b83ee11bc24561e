import { CircleHelp, LockKeyhole, Paperclip, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge";
import { classNames } from "#app/ui/class-names";
import { RichText } from "#app/ui/form-view/rich-text";
import { iconProps } from "#app/ui/icon";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { ReadField } from "#worker/contract/forms/form-reading";
import type { FileOfForm, ReadResult } from "#worker/contract/forms/form-values";
import { formatDate, formatDay } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import { formatKilobytes } from "#worker/contract/text/printed-text";

export interface FormValueProps {
	field: ReadField;
	/** The address of a file; without it a file is only named. */
	fileHref?: (file: FileOfForm) => string | undefined;
	timeZone?: string;
	/** Where a sensitive answer is revealed; without it only its mask is shown. */
	revealAt?: string | undefined;
}

const wideKinds = new Set<ReadField["kind"]>(["long-text", "rich-text", "results"]);

/** Checks whether the answer needs the width of both columns. */
export const isWideValue = ({ kind }: ReadField): boolean => wideKinds.has(kind);

/** Checks whether the answer needs the whole width of a narrow screen. */
export const isBlockValue = ({ kind }: ReadField): boolean => kind === "rich-text" || kind === "results";

export const FormValue = ({ field, fileHref, timeZone }: FormValueProps) => {
	switch (field.kind) {
		case "empty":
			return missing;
		case "masked":
			return <Mask value={field.value} />;
		case "text":
			return field.value;
		case "long-text":
			return <span className="whitespace-pre-line">{field.value}</span>;
		case "email":
			return (
				<a href={`mailto:${encodeURIComponent(field.value).replaceAll("%40", "@")}`} className="text-link">
					{field.value}
				</a>
			);
		case "phone":
			return (
				<a href={`tel:${field.value.replace(/[^\d+]/g, "")}`} className="text-link">
					{field.value}
				</a>
			);
		case "rich-text":
			return <RichText nodes={field.value} />;
		case "date":
			return formatAnswer(field.value, timeZone);
		case "date-range":
			return `${formatAnswer(field.value.from, timeZone)} – ${formatAnswer(field.value.to, timeZone)}`;
		case "files":
			return (
				<ul className="grid gap-1">
					{field.value.map((file) => (
						<FileOfAnswer key={file.id} file={file} href={fileHref?.(file)} />
					))}
				</ul>
			);
		case "results":
			return <NecoResults results={field.value} />;
		case "unknown":
			return (
				<span className="flex flex-wrap items-center gap-2 wrap-anywhere">
					{field.value}
					<Badge colour="amber" icon={CircleHelp}>
						{field.type ? `Unknown field type “${field.type}”` : "Not part of the form"}
					</Badge>
				</span>
			);
	}
};

/** What is shown of a sensitive answer. */
export const Mask = ({ value }: { value: string }) => (
	<span className="inline-flex items-center gap-1.5 text-text-2 tabular-nums">
		<LockKeyhole {...iconProps} size={12} className="shrink-0 text-text-3" />
		<VisuallyHidden>Masked</VisuallyHidden>
		{value}
	</span>
);

/** A calendar day belongs to no zone; a moment is shown in the organisation's. */
const formatAnswer = (value: string | null, timeZone: string | undefined): string =>
	value && value.length > 10 ? formatDate(value, timeZone) : formatDay(value);

const FileOfAnswer = ({ file, href }: { file: FileOfForm; href: string | undefined }) => (
	<li className="flex min-w-0 items-center gap-1.5">
		<Paperclip {...iconProps} className="shrink-0 text-text-3" />
		{href ? (
			<a href={href} target="_blank" rel="noreferrer" className="text-link min-w-0 [overflow-wrap:anywhere]">
				{file.name}
			</a>
		) : (
			<span className="min-w-0 [overflow-wrap:anywhere]">{file.name}</span>
		)}
		<span className="shrink-0 text-sm text-text-3">{formatKilobytes(file.size)}</span>
	</li>
);

/** Entrance-examination results (§2 printable form, §9 grade labels): one table for each sitting. */
const NecoResults = ({ results }: { results: readonly ReadResult[] }) => (
	<div className="grid gap-4">
		{results.map(({ title, candidate, gender, registrationNumber, subjects, credits }) => (
			<table key={`${title}-${registrationNumber}`} className="w-full max-w-md text-left">
				<caption className="pb-1.5 text-left">
					<span className="flex flex-wrap items-center gap-x-2.5 font-medium">
						{title}
						<Badge>{credits === 1 ? "1 credit" : `${credits} credits`}</Badge>
					</span>
					<span className="block text-text-2">
						{candidate} · {gender} · {registrationNumber}
					</span>
				</caption>
				<thead>
					<tr className="border-b border-line text-sm text-text-3">
						<th scope="col" className="py-1 pr-3 font-normal">
							Subject
						</th>
						<th scope="col" className="w-32 py-1 font-normal">
							Grade
						</th>
					</tr>
				</thead>
				<tbody>
					{subjects.map((subject) => (
						<SubjectRow key={subject.name} subject={subject} missed={missedMark} />
					))}
				</tbody>
			</table>
		))}
	</div>
);

interface SubjectRowProps {
	subject: Pick<ReadResult["subjects"][number], "name" | "grade" | "isCredit" | "isCore">;
	/** Follows the grade of a core subject without a credit. */
	missed: ReactNode;
}

/** A subject with its grade: a credit stands out, and a core subject without one is marked. */
export const SubjectRow = ({ subject: { name, grade, isCredit, isCore }, missed }: SubjectRowProps) => {
	const isMissed = isCore && !isCredit;
	const look = isMissed ? "text-red font-medium" : isCredit ? "font-medium" : "text-text-3";
	return (
		<tr className="border-b border-line last:border-b-0">
			<th scope="row" className={classNames("py-1 pr-3", isCore ? "font-medium" : "font-normal")}>
				{name}
			</th>
			<td className={classNames("py-1 tabular-nums", look)}>
				{grade}
				{isMissed && missed}
			</td>
		</tr>
	);
};

/** On the screen the mark is a sign, and words for those who hear it. */
const missedMark = (
	<>
		<VisuallyHidden>, no credit</VisuallyHidden>
		<TriangleAlert {...iconProps} size={12} className="ml-1.5 inline" />
	</>
);
